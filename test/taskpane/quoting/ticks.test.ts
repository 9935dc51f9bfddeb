import { expect, it } from 'vitest';
import { untickedInWords } from '../../../src/taskpane/quoting/ticks';

it('asks for one tick where there is one warning', () => {
  expect(untickedInWords(1)).toBe('Read the warning above and tick it.');
  expect(untickedInWords(2)).toBe('Read the warnings above and tick them.');
});
