import { expect, it } from 'vitest';
import { lateFormulas } from '../../../src/functions/cells/late-formulas';
import { errorOf, MemoryDesk, rowsOf } from '../formula-context';

const formulas = { answer: () => [[42]] };

it('a formula whose code is on its way waits, and then shows', async () => {
  let loads = 0;
  const late = lateFormulas(() => {
    loads += 1;
    return Promise.resolve(formulas);
  });
  const desk = new MemoryDesk();
  const formula = late((of) => of.answer);
  expect(errorOf(formula, desk)).toBe('#N/A Loading.');
  expect(desk.againMs).toBeLessThan(100);
  await Promise.resolve();
  expect(rowsOf(formula, desk)).toEqual([[42]]);
  expect(rowsOf(late((of) => of.answer))).toEqual([[42]]);
  expect(loads).toBe(1);
});

it('one whose code does not come says so, and the next cell asks for it again', async () => {
  const answers = [() => Promise.reject(new Error('gone')), () => Promise.resolve(formulas)];
  const late = lateFormulas(() => answers.shift()?.() ?? Promise.reject(new Error('gone')));
  const formula = late((of) => of.answer);
  await new Promise((later) => setTimeout(later));
  expect(errorOf(formula)).toMatch(/^#N\/A This function could not be loaded/);
  late((of) => of.answer);
  await Promise.resolve();
  expect(rowsOf(late((of) => of.answer))).toEqual([[42]]);
});
