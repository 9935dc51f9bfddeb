import { afterEach, expect, it, vi } from 'vitest';
import { Complaint } from '../../scripts/complaint.mjs';
import { isHelpAsked } from '../../scripts/usage.mjs';

const USAGE = 'npm run something';
afterEach(() => vi.restoreAllMocks());

it('prints how a command is used, and starts nothing, when a person asks for help', () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(isHelpAsked(USAGE, ['--help'])).toBe(true);
  expect(isHelpAsked(USAGE, ['--web', '-h'], ['--web'])).toBe(true);
  expect(printed.mock.calls).toEqual([[USAGE], [USAGE]]);
});

it('starts nothing that was not meant: a word that is not known is a complaint with the usage', () => {
  expect(isHelpAsked(USAGE, [])).toBe(false);
  expect(isHelpAsked(USAGE, ['--web'], ['--web'])).toBe(false);
  expect(() => isHelpAsked(USAGE, ['--hlep'])).toThrow(Complaint);
  expect(() => isHelpAsked(USAGE, ['--hlep'])).toThrow(/"--hlep" is not known here\.\n\nnpm run something/);
});
