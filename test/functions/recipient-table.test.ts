import { describe, expect, it } from 'vitest';
import type { Failure, FailureKind } from '../../src/domain/failure';
import { recipientsFormula } from '../../src/functions/recipient-table';
import { errorOf, MemoryDesk, rowsOf } from './memory-desk';

const failing = (kind: FailureKind): Failure => ({ kind, message: `It is ${kind}.`, next: 'Look.' });

describe('RECIPIENTS', () => {
  const recipients = (commodity: unknown = 'power', market: unknown = null) =>
    recipientsFormula({ commodity, market });

  it('has the name first and then whatever else the platform says', () => {
    const known = new MemoryDesk().knows({ kind: 'recipients', commodity: 'power', market: 'DE' }, [
      { counterparty: 'North', 'hit-rate-percent': 64 },
      'South',
      { counterparty: 'East', note: '=1+1' },
    ]);
    expect(rowsOf(recipients('power', 'DE'), known)).toEqual([
      ['recipient', 'hit-rate-percent', 'note'],
      ['North', 64, ''],
      ['South', '', ''],
      ['East', '', '=1+1'],
    ]);
  });

  it('is its header alone where nobody is suggested', () => {
    const known = new MemoryDesk().knows({ kind: 'recipients', commodity: 'power' }, []);
    expect(rowsOf(recipients(), known)).toEqual([['recipient']]);
  });

  it('needs a commodity, and shows what the platform says of a wrong one', () => {
    expect(errorOf(recipients(null))).toBe('#VALUE! There is no commodity. Give one such as "power".');
    expect(errorOf(recipients([['power'], ['gas']]))).toMatch(/^#VALUE! commodity takes one value/);
    const known = new MemoryDesk().fails(
      { kind: 'recipients', commodity: 'coal' },
      failing('invalid-argument'),
    );
    expect(errorOf(recipients('coal'), known)).toBe('#VALUE! It is invalid-argument. Look.');
  });
});
