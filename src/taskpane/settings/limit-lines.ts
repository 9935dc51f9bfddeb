import type { Limits, OwnLevels, PriceLevels } from '../../domain/limits/limits';
import type { Formatters } from '../ui/formatters';
import { LIMIT_NAMES, NO_REFERENCE_WORDS, STEP_WORDS, UNCHECKED_WORDS } from '../ui/text/limit-text';

/** One limit as a line of a table. What is absent is never reached. */
export interface LimitLine {
  readonly name: string;
  readonly warn?: string;
  readonly block?: string;
  /** In place of both, where it is no level. */
  readonly whole?: string;
  readonly unit: string;
}

type Named = OwnLevels & { readonly countPerMinute?: Limits['countPerMinute'] };

/** Every level; of a person's own those alone that there are. */
export function limitLines(limits: Named, formatters: Formatters): LimitLine[] {
  const { bestPrice, lastPrice, nearestTrade, countPerMinute, duplicate, noReference, unchecked } = limits;
  const levels = (name: string, { warn, block }: Levels, unit: string): LimitLine => {
    const shown = (level: string | number): string => formatters.quantity(String(level));
    return {
      name,
      unit,
      ...(warn !== undefined && { warn: shown(warn) }),
      ...(block !== undefined && { block: shown(block) }),
      ...(warn === undefined && block === undefined && { whole: STEP_WORDS.off }),
    };
  };
  const whole = (name: keyof Limits, words: string | undefined, unit = ''): LimitLine[] =>
    words === undefined ? [] : [{ name: LIMIT_NAMES[name], whole: words, unit }];
  const step = (name: 'throughMarket' | 'signFlip' | 'factorOfTen'): LimitLine[] => {
    const set = limits[name];
    return whole(name, set && STEP_WORDS[set]);
  };
  const units = (name: 'volume' | 'notional' | 'volumePerDay' | 'notionalPerDay'): LimitLine[] =>
    (limits[name] ?? []).map((level) => levels(LIMIT_NAMES[name], level, level.unit));
  const distance = (name: string, price: PriceLevels): LimitLine[] => [
    levels(name, { warn: price.warnPercent, block: price.blockPercent }, '%'),
    // Beside its per cent a block needs this distance too.
    ...(price.blockPercent === undefined || price.blockAmount === undefined
      ? []
      : [levels(`${name}, and by`, { block: price.blockAmount }, 'per MWh')]),
    levels(`${name}, spreads`, { warn: price.spreadWarn, block: price.spreadBlock }, 'of the price'),
    {
      name: `${name}, ignored`,
      whole: `up to ${formatters.quantity(price.ignoreUpTo)}`,
      unit: 'per MWh',
    },
  ];
  const within =
    duplicate && duplicate.step !== 'off' ? `within ${formatters.count(duplicate.withinMs / 1000)} s` : '';
  return [
    ...(bestPrice ? distance(LIMIT_NAMES.bestPrice, bestPrice) : []),
    ...(lastPrice ? distance(LIMIT_NAMES.lastPrice, lastPrice) : []),
    ...step('throughMarket'),
    ...(nearestTrade
      ? [
          levels(
            LIMIT_NAMES.nearestTrade,
            { warn: nearestTrade.warnTimes, block: nearestTrade.blockTimes },
            'times',
          ),
        ]
      : []),
    ...step('signFlip'),
    ...step('factorOfTen'),
    ...units('volume'),
    ...units('notional'),
    ...units('volumePerDay'),
    ...units('notionalPerDay'),
    ...(countPerMinute ? [levels(LIMIT_NAMES.countPerMinute, countPerMinute, 'a minute')] : []),
    ...whole('duplicate', duplicate && STEP_WORDS[duplicate.step], within),
    ...whole('noReference', noReference && NO_REFERENCE_WORDS[noReference]),
    ...whole('unchecked', unchecked && UNCHECKED_WORDS[unchecked]),
  ];
}

interface Levels {
  readonly warn?: string | number | undefined;
  readonly block?: string | number | undefined;
}

/** "Volume: warns 50 MW, blocks 500 MW": the same as a sentence. */
export function lineInWords({ name, warn, block, whole, unit }: LimitLine): string {
  const withUnit = (words: string): string => [words, unit].filter(Boolean).join(' ');
  const levels = [
    ...(warn === undefined ? [] : [withUnit(`warns ${warn}`)]),
    ...(block === undefined ? [] : [withUnit(`blocks ${block}`)]),
  ].join(', ');
  return `${name}: ${whole === undefined ? levels : whole === STEP_WORDS.off ? whole : withUnit(whole)}`;
}
