import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MUTATIONS } from '../../chaos/mutations/list';
import { mutated, shownIn } from '../../chaos/mutations/mutant';

const MUTATION = { name: 'a rule', file: 'a.ts', find: 'if (so)', replace: 'if ($&)', only: {} };

it('takes back a rule that stands once, and complains of one that stands nowhere or twice', () => {
  expect(mutated('x; if (so) y;', MUTATION)).toBe('x; if ($&) y;');
  expect(() => mutated('x;', MUTATION)).toThrow('stands 0 times in a.ts');
  expect(() => mutated('if (so) if (so)', MUTATION)).toThrow('stands 2 times in a.ts');
});

it('reads from the words of a campaign how many runs were wrong, and how the first of them was', () => {
  const said =
    '\n60 runs in 1.0 minutes, 2 at a time\n\nWrong:\na:\n  One.\n  Again: 1\nb:\n  Two.\n  Again: 2\n';
  expect(shownIn(MUTATION, said)).toMatchObject({ runs: 60, wrong: 2, first: 'a:\n  One.' });
  expect(shownIn(MUTATION, '\n60 runs in 1.0 minutes\n')).toMatchObject({ runs: 60, wrong: 0, first: '' });
  expect(() => shownIn(MUTATION, 'it broke')).toThrow('did not come to its end');
});

it.each(MUTATIONS)('can take back that $name', (mutation) => {
  const text = readFileSync(join(import.meta.dirname, '../..', mutation.file), 'utf8');
  expect(mutated(text, mutation)).not.toBe(text);
});
