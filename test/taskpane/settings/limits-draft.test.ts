import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import { draftOf, limitsOf, type LimitsDraft } from '../../../src/taskpane/settings/limits-draft';

const draft = draftOf(BUILT_IN_LIMITS);
const problemsOf = (changed: Partial<LimitsDraft>) => {
  const read = limitsOf({ ...draft, ...changed });
  return read.ok ? {} : read.problems;
};

describe('levels that are typed', () => {
  it('are the levels themselves when nothing was changed, whatever those are', () => {
    const amount = fc.integer({ min: 0, max: 999_999 }).map((cents) => String(cents / 100));
    const levels = fc.tuple(amount, amount).map(([a, b]) => (Number(a) <= Number(b) ? [a, b] : [b, a]));
    fc.assert(
      fc.property(levels, levels, fc.integer({ min: 1, max: 600_000 }), ([a, b], [c, d], withinMs) => {
        const limits = Limits.parse({
          ...BUILT_IN_LIMITS,
          bestPrice: { warnPercent: a, blockPercent: b, blockAmount: d, ignoreUpTo: c },
          volume: [{ unit: 'MW', warn: c, block: d }, { unit: 'lots' }],
          notional: [],
          countPerMinute: {},
          duplicate: { step: 'off', withinMs },
        });
        expect(limitsOf(draftOf(limits))).toEqual({ ok: true, limits });
      }),
    );
  });

  it('may be written with a comma, and an empty one is never reached', () => {
    const read = limitsOf({ ...draft, volume: [{ unit: ' MW ', warn: '2,5', block: '' }] });
    expect(read).toMatchObject({ ok: true, limits: { volume: [{ unit: 'MW', warn: '2.5' }] } });
    expect(read.ok && read.limits.volume[0]?.block).toBeUndefined();
  });

  it.each<[what: string, changed: Partial<LimitsDraft>, place: string, says: RegExp]>([
    [
      'no number',
      { bestPrice: { ...draft.bestPrice, warnPercent: 'ten' } },
      'bestPrice.warnPercent',
      /number/,
    ],
    [
      'what could be thousands',
      { volume: [{ unit: 'MW', warn: '1,000', block: '' }] },
      'volume.0.warn',
      /number/,
    ],
    [
      'below zero',
      { lastPrice: { ...draft.lastPrice, spreadWarn: '-1' } },
      'lastPrice.spreadWarn',
      /0 or more/,
    ],
    [
      'no distance to ignore',
      { bestPrice: { ...draft.bestPrice, ignoreUpTo: '' } },
      'bestPrice.ignoreUpTo',
      /[Mm]issing/,
    ],
    [
      'blocks below the warning',
      { volume: [{ unit: 'MW', warn: '9', block: '8' }] },
      'volume.0.block',
      /warn level/,
    ],
    [
      'a unit twice',
      {
        notional: [
          { unit: 'EUR', warn: '', block: '1' },
          { unit: 'eur', warn: '', block: '2' },
        ],
      },
      'notional',
      /twice/,
    ],
    ['no unit', { volume: [{ unit: '', warn: '1', block: '' }] }, 'volume.0.unit', /name of a unit/],
    ['half a count', { countPerMinute: { warn: '1.5', block: '' } }, 'countPerMinute.warn', /whole number/],
    ['no time', { duplicate: { step: 'warn', seconds: '' } }, 'duplicate.withinMs', /seconds/],
    ['too long a time', { duplicate: { step: 'warn', seconds: '601' } }, 'duplicate.withinMs', /600/],
  ])('%s is refused at its field', (_what, changed, place, says) => {
    expect(problemsOf(changed)[place]).toMatch(says);
  });
});
