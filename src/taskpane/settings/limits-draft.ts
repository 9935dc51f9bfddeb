import { DUPLICATE_MS_MAX, Limits, type PriceLevels, type UnitLevels } from '../../domain/limits/limits';
import { readPlainPrice } from '../ui/parsed-input';

type Step = Limits['signFlip'];
type Unchecked = Limits['unchecked'];
type Texts<K extends string> = Readonly<Record<K, string>>;
export type PriceDraft = Texts<keyof PriceLevels>;
export type UnitDraft = Texts<'unit' | 'warn' | 'block'>;

/** Levels as they are typed; an empty text is a level that is never reached. */
export interface LimitsDraft {
  readonly bestPrice: PriceDraft;
  readonly lastPrice: PriceDraft;
  readonly throughMarket: Step;
  readonly nearestTrade: Texts<'warnTimes' | 'blockTimes'>;
  readonly signFlip: Step;
  readonly factorOfTen: Step;
  readonly volume: readonly UnitDraft[];
  readonly notional: readonly UnitDraft[];
  readonly volumePerDay: readonly UnitDraft[];
  readonly notionalPerDay: readonly UnitDraft[];
  readonly countPerMinute: Texts<'warn' | 'block'>;
  readonly duplicate: { readonly step: Step; readonly seconds: string };
  readonly noReference: Limits['noReference'];
  readonly unchecked: Unchecked;
}

/** What is not right, by the place of the field, such as "volume.0.block". */
export type LimitsProblems = Readonly<Record<string, string>>;

export function draftOf(limits: Limits): LimitsDraft {
  const { countPerMinute, duplicate } = limits;
  return {
    ...limits,
    bestPrice: priceDraft(limits.bestPrice),
    lastPrice: priceDraft(limits.lastPrice),
    nearestTrade: {
      warnTimes: text(limits.nearestTrade.warnTimes),
      blockTimes: text(limits.nearestTrade.blockTimes),
    },
    volume: limits.volume.map(unitDraft),
    notional: limits.notional.map(unitDraft),
    volumePerDay: (limits.volumePerDay ?? []).map(unitDraft),
    notionalPerDay: (limits.notionalPerDay ?? []).map(unitDraft),
    countPerMinute: { warn: text(countPerMinute.warn), block: text(countPerMinute.block) },
    duplicate: { step: duplicate.step, seconds: String(duplicate.withinMs / 1000) },
  };
}

const text = (level: string | number | undefined): string => (level === undefined ? '' : String(level));
const unitDraft = ({ unit, warn, block }: UnitLevels): UnitDraft => ({
  unit,
  warn: text(warn),
  block: text(block),
});
const priceDraft = (levels: PriceLevels): PriceDraft => ({
  warnPercent: text(levels.warnPercent),
  blockPercent: text(levels.blockPercent),
  blockAmount: text(levels.blockAmount),
  spreadWarn: text(levels.spreadWarn),
  spreadBlock: text(levels.spreadBlock),
  ignoreUpTo: levels.ignoreUpTo,
});

/** The levels that a draft means, or what is not right in it. */
export function limitsOf(
  draft: LimitsDraft,
):
  { readonly ok: true; readonly limits: Limits } | { readonly ok: false; readonly problems: LimitsProblems } {
  const read = Limits.safeParse({
    ...draft,
    bestPrice: amounts(draft.bestPrice),
    lastPrice: amounts(draft.lastPrice),
    nearestTrade: amounts(draft.nearestTrade),
    volume: draft.volume.map(unitLevels),
    notional: draft.notional.map(unitLevels),
    volumePerDay: draft.volumePerDay.map(unitLevels),
    notionalPerDay: draft.notionalPerDay.map(unitLevels),
    countPerMinute: counts(draft.countPerMinute),
    duplicate: { step: draft.duplicate.step, withinMs: withinMs(draft.duplicate.seconds) },
  });
  if (read.success) return { ok: true, limits: read.data };
  const problems = read.error.issues.map(({ path, message }) => {
    const place = path.join('.');
    return [place, SAYS[place] ?? said(message)] as const;
  });
  return { ok: false, problems: Object.fromEntries(problems) };
}

const SAYS: LimitsProblems = {
  'duplicate.withinMs': `Enter seconds from 0.001 to ${DUPLICATE_MS_MAX / 1000}.`,
};
const said = (message: string): string =>
  message.startsWith('Invalid input') || message.startsWith('Too')
    ? 'Missing or too long.'
    : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

const unitLevels = ({ unit, ...levels }: UnitDraft) => ({ unit: unit.trim(), ...amounts(levels) });

/** Numbers in the person's own way of writing; what is none is left to be refused. */
const amounts = (levels: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(levels).flatMap(([name, written]) => {
      const read = readPlainPrice(written);
      if (read.kind === 'empty') return [];
      return [[name, read.kind === 'number' ? read.value : written]];
    }),
  );

const counts = (levels: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(levels).flatMap(([name, written]) =>
      written.trim() === '' ? [] : [[name, Number(written.trim())]],
    ),
  );

const withinMs = (seconds: string): number => Math.round(Number(seconds.trim() || 'none') * 1000);
