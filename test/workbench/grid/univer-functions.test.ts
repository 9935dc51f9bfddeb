import { expect, it } from 'vitest';
import { description } from '../../../src/workbench/grid/univer-functions';

const examplesIn = (text: string, parameters: readonly string[]): unknown =>
  description({
    name: 'DESK.F',
    description: text,
    parameters: parameters.map((name) => ({ name, description: '', optional: true, repeating: false })),
    wantsAddresses: false,
  }).functionParameter.map(({ example }) => example);

it('shows the example of a function in the help for its arguments', () => {
  expect(examplesIn('Hours. Example: =DESK.HOURS("Q1-27","peak","DE")', ['a', 'b', 'c', 'd'])).toEqual([
    '"Q1-27"',
    '"peak"',
    '"DE"',
    '',
  ]);
  expect(
    examplesIn('Trades. Example: =DESK.TRADES(TODAY()-7,TODAY(),"power, gas")', ['a', 'b', 'c']),
  ).toEqual(['TODAY()-7', 'TODAY()', '"power, gas"']);
  expect(examplesIn('P. Example: =DESK.PNL({"Cal-27",85},,"x") or =DESK.PNL()', ['a', 'b', 'c'])).toEqual([
    '{"Cal-27",85}',
    '',
    '"x"',
  ]);
  expect(examplesIn('Nothing to copy.', ['a'])).toEqual(['']);
});
