import { expect, it } from 'vitest';
import { DIALOG_PROBLEMS, dialogWord, readDialogWord } from '../../src/domain/dialog-word';

it('reads what the gateway writes', () => {
  expect(readDialogWord(`#${dialogWord({ ticket: 'K7QM-2XTP' })}`)).toEqual({ ticket: 'K7QM-2XTP' });
  for (const problem of ['over', 'refused', 'down'] as const) {
    expect(readDialogWord(`#${dialogWord({ problem })}`)).toEqual({ problem: DIALOG_PROBLEMS[problem] });
  }
});

it('shows nothing of an address that somebody made', () => {
  for (const made of [
    '',
    '#',
    '#ticket=<b>',
    '#ticket=K7QM-2XTP-',
    '#problem=Call 555',
    '#problem=toString',
    'x=y',
  ]) {
    expect(readDialogWord(made)).toEqual({ problem: DIALOG_PROBLEMS.over });
  }
});
