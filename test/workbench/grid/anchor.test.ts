import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withAnchors } from '../../../src/workbench/grid/anchor';

it('rewrites the spill operator, on other sheets too', () => {
  expect(withAnchors('=SUM(A1#)+ROWS($B$2#)')).toBe('=SUM(ANCHORARRAY(A1))+ROWS(ANCHORARRAY($B$2))');
  expect(withAnchors("=ROWS('My desk'!A1#)")).toBe("=ROWS(ANCHORARRAY('My desk'!A1))");
});

it('leaves texts and errors alone', () => {
  expect(withAnchors('="A1# and ""B2#""" & C3#')).toBe('="A1# and ""B2#""" & ANCHORARRAY(C3)');
  expect(withAnchors('=IF(A1=#N/A,1,2)')).toBe('=IF(A1=#N/A,1,2)');
});

it('changes nothing in a formula without the operator', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!text.includes('#'));
      expect(withAnchors(text)).toBe(text);
    }),
  );
});
