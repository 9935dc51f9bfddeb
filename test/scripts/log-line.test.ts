import { describe, expect, it } from 'vitest';
import { shownLine } from '../../scripts/log-line.mjs';

const logged = (level: number): string =>
  JSON.stringify({ level, time: 1, msg: 'The token ended.', fields: 1 });

describe('of what a service writes, the terminal shows', () => {
  it('no log entry while all is well', () => {
    expect(shownLine(logged(30), 'The gateway')).toBeUndefined();
  });

  it.each([40, 50, 60])('the sentence of an entry of level %i, and whose it is', (level) => {
    expect(shownLine(logged(level), 'The gateway')).toBe('The gateway: The token ended.');
  });

  it.each([
    'Port 3000 is taken.',
    '',
    '    at run (main.ts:1:1)',
    '{',
    '{"level":30}',
    '{"msg":"x"}',
    '[1]',
    'null',
  ])('what is no log entry, as it is: %s', (line) => {
    expect(shownLine(line, 'The gateway')).toBe(line);
  });
});
