import { describe, expect, it } from 'vitest';
import type { Failure, FailureKind } from '../../../src/domain/failure';
import { riskFormula } from '../../../src/functions/formulas/risk';
import { errorOf, MemoryDesk, rowsOf, UNAVAILABLE } from '../formula-context';

const failing = (kind: FailureKind): Failure => ({ kind, message: `It is ${kind}.`, next: 'Look.' });

describe('RISK', () => {
  const risk = (commodity: unknown = null, field: unknown = null) => riskFormula({ commodity, field });
  const desk = () =>
    new MemoryDesk()
      .knows({ kind: 'risks' }, [
        { commodity: 'power', 'risk-management': true },
        { commodity: 'gas', 'risk-management': false },
      ])
      .knows({ kind: 'risk-settings', commodity: 'power' }, { 'price-min': -500, 'notify-when': 'limit' })
      .knows({ kind: 'risk-settings', commodity: 'gas' }, { 'price-min': 0, 'block-negative-prices': false });

  it('is a table of all commodities, without a call for their settings', () => {
    const known = desk();
    expect(rowsOf(risk(), known)).toEqual([
      ['commodity', 'risk-management'],
      ['power', true],
      ['gas', false],
    ]);
    expect(known.asking).toEqual(['{"kind":"risks"}']);
  });

  it('is a card of one commodity, each setting in its own type', () => {
    expect(rowsOf(risk('Power'), desk())).toEqual([
      ['commodity', 'power'],
      ['risk-management', true],
      ['price-min', -500],
      ['notify-when', 'limit'],
    ]);
  });

  it('is a field, a grid of commodities and fields, or columns for all commodities', () => {
    expect(rowsOf(risk('gas', 'price-min'), desk())).toEqual([[0]]);
    const fields = [['risk-management', '', 'Price-Min']];
    expect(rowsOf(risk([['gas'], [''], ['power']], fields), desk())).toEqual([
      [false, '', 0],
      ['', '', ''],
      [true, '', -500],
    ]);
    expect(rowsOf(risk(null, [['price-min']]), desk())).toEqual([
      ['commodity', 'price-min'],
      ['power', -500],
      ['gas', 0],
    ]);
  });

  it('asks for settings only where one is shown', () => {
    const known = desk();
    rowsOf(risk([['gas'], ['power']], 'risk-management'), known);
    expect(known.asking).toEqual(['{"kind":"risks"}']);
  });

  it('says what there is instead of an unknown commodity or setting', () => {
    expect(errorOf(risk('coal'), desk())).toBe(
      '#VALUE! There is no risk management for "coal". There is for: power, gas.',
    );
    expect(rowsOf(risk('power', 'limit'), desk())[0]?.[0]).toBe(
      '#VALUE! There is no field "limit". There are: commodity, risk-management, price-min, notify-when.',
    );
    expect(errorOf(risk([['power'], ['gas']]))).toMatch(
      /^#VALUE! Field names are missing for several commodities/,
    );
  });

  it('never shows a state that it does not know', () => {
    const known = desk()
      .knows({ kind: 'risks' }, [{ commodity: 'power', 'risk-management': 'on' }])
      .fails({ kind: 'risk-settings', commodity: 'gas' }, UNAVAILABLE);
    expect(rowsOf(risk(), known)[1]).toEqual(['power', expect.stringMatching(/^#N\/A .*risk-management/)]);
    expect(errorOf(risk(), new MemoryDesk().fails({ kind: 'risks' }, failing('unsupported')))).toBe(
      '#N/A It is unsupported. Look.',
    );
  });
});
