import type { LevelChange } from '../desk-entry';
import { compared, priceOf } from '../price';
import type { Limits, NearestLevels, PriceLevels, UnitLevels } from './limits';

/** What stands for a level that is never reached. */
const OFF = 'off';

/** Which levels are others than before, each by the name of its section, as in the file of limits. */
export function limitChanges(before: Limits, after: Limits): LevelChange[] {
  const [former, now] = [levelsOf(before), levelsOf(after)];
  return [...new Set([...former.keys(), ...now.keys()])].flatMap((level) => {
    const change = { level, before: former.get(level) ?? OFF, after: now.get(level) ?? OFF };
    return change.before === change.after ? [] : [change];
  });
}

/** "raised" and "lowered" where one number took the place of another. */
export function changedInWords({ level, before, after }: LevelChange): string {
  const [former, now] = [numberIn(before), numberIn(after)];
  const verb =
    former === undefined || now === undefined ? 'set' : compared(now, former) > 0 ? 'raised' : 'lowered';
  return `${verb} ${level} ${before} → ${after}`;
}

const numberIn = (words: string) => priceOf(words.split(' ')[0] ?? '');

/** Every level that is set, in words. */
function levelsOf(limits: Limits): Map<string, string> {
  const { bestPrice, lastPrice, nearestTrade, countPerMinute, duplicate, ...rest } = limits;
  const { volume, notional, volumePerDay = [], notionalPerDay = [], ...steps } = rest;
  const all: [string, string | undefined][] = [
    ...priceLevels('bestPrice', bestPrice),
    ...priceLevels('lastPrice', lastPrice),
    ...nearestLevels(nearestTrade),
    ...unitLevels('volume', volume),
    ...unitLevels('notional', notional),
    ...unitLevels('volumePerDay', volumePerDay),
    ...unitLevels('notionalPerDay', notionalPerDay),
    ['countPerMinute warn', countPerMinute.warn?.toString()],
    ['countPerMinute block', countPerMinute.block?.toString()],
    ['duplicate', duplicate.step],
    ['duplicate within', `${duplicate.withinMs / 1_000} s`],
    ...Object.entries(steps),
  ];
  return new Map(all.flatMap(([level, words]) => (words === undefined ? [] : [[level, words]])));
}

/** In the order in which they are told. A level without a name here does not compile: its change would be written down nowhere. */
const PRICE_LEVELS: Readonly<Record<keyof PriceLevels, readonly [name: string, unit: string]>> = {
  warnPercent: ['warn', ' %'],
  blockPercent: ['block', ' %'],
  blockAmount: ['block beyond', ' per MWh'],
  spreadWarn: ['spread warn', ''],
  spreadBlock: ['spread block', ''],
  ignoreUpTo: ['ignore up to', ''],
};

const priceLevels = (section: string, levels: PriceLevels): [string, string | undefined][] =>
  (Object.keys(PRICE_LEVELS) as (keyof PriceLevels)[]).map((level) => {
    const [name, unit] = PRICE_LEVELS[level];
    const value = levels[level];
    return [`${section} ${name}`, value && `${value}${unit}`];
  });

const nearestLevels = ({ warnTimes, blockTimes }: NearestLevels): [string, string | undefined][] => [
  ['nearestTrade warn', warnTimes && `${warnTimes} times`],
  ['nearestTrade block', blockTimes && `${blockTimes} times`],
];

const unitLevels = (section: string, levels: readonly UnitLevels[]): [string, string | undefined][] =>
  levels.flatMap(({ unit, warn, block }): [string, string | undefined][] => [
    [`${section} ${unit} warn`, warn],
    [`${section} ${unit} block`, block],
  ]);
