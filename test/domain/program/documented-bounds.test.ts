import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUILT_IN_BOUNDS, type Distance } from '../../../src/domain/program/bounds';

const page = readFileSync(new URL('../../../docs/programs.md', import.meta.url), 'utf8');
const told = new Map(
  [...page.matchAll(/^- `(\w+)` \(([^)]+)\):/gm)].map(([, name = '', value = '']) => [name, value.trim()]),
);

const two = (amount: string | undefined): string => Number(amount).toFixed(2);
const far = ({ percent, amount, spread }: Distance): string =>
  `${percent} %, or ${two(amount)}; ${two(spread)} of a spread`;
const levels = (all: readonly { readonly unit: string; readonly amount: string }[]): string =>
  all.map(({ unit, amount }) => `${Number(amount).toLocaleString('en')} ${unit}`).join(', ');
const minutes = (ms: number): string => (ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`);

it('the page about programs has every built-in bound by its name, with its value', () => {
  const { bounds, callsPercent, deskChangesPerMinute } = BUILT_IN_BOUNDS;
  expect(Object.fromEntries(told)).toMatchObject({
    stepMax: far(bounds.stepMax),
    bestDeviation: far(bounds.bestDeviation),
    lastDeviation: far(bounds.lastDeviation),
    fairDeviation: far(bounds.fairDeviation),
    betweenMs: `${bounds.betweenMs / 1000} s`,
    changesPerMinute: String(bounds.changesPerMinute),
    deskChangesPerMinute: String(deskChangesPerMinute),
    volume: levels(bounds.volume),
    notional: levels(bounds.notional),
    fills: `${bounds.fills.count} in ${minutes(bounds.fills.withinMs)}`,
    filled: `${levels(bounds.filled.volume)} in ${minutes(bounds.filled.withinMs)}`,
    silenceMs: `${bounds.silenceMs / 1000} s`,
    dataAgeMs: minutes(bounds.dataAgeMs),
    callsPercent: `${callsPercent} %`,
  });
  const known = [...Object.keys(bounds), 'callsPercent', 'deskChangesPerMinute'];
  expect(known.filter((name) => !told.has(name))).toEqual([]);
});
