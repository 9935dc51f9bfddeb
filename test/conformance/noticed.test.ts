import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { failing, MUTATIONS, runMutations, tried } from '../../conformance/mutations';
import { FOLDER } from '../../conformance/mutations/mutant';

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Classes of mistakes that no row once noticed, and one that hung the run. */
const ONCE_UNNOTICED = [
  'of a last-seen price only leg 1 is compared',
  'leg prices are taken as an offer on a standard spread',
  'nobody is suggested as a recipient',
  'load shapes are lists of empty records',
  'throttled calls are not counted',
  'reads of standard spreads have no price',
  'no event is ever sent',
];

const once = MUTATIONS.platform.filter(({ name }) => ONCE_UNNOTICED.includes(name));

it('holds for the rows that the mutations name, as the simulator is', async () => {
  expect(once).toHaveLength(ONCE_UNNOTICED.length);
  expect(await failing('platform', once)).toEqual([]);
}, 60_000);

it.each(once)(
  'notices that $name',
  async (mutation) => {
    const { unnoticed, met } = await tried('platform', mutation);
    expect([unnoticed, met !== '']).toEqual([[], true]);
  },
  60_000,
);

it('tells of one that no row notices, and counts it', async () => {
  const said: string[] = [];
  const unseen = {
    ...once[0],
    name: 'a list of recipients',
    find: 'const SUGGESTIONS = 5;',
    replace: 'const SUGGESTIONS = 4;',
  };
  const mutation = { ...unseen, file: 'src/simulator/routes/smart-recipients.ts', rows: ['4.other.4'] };
  const mutations = { platform: [mutation], product: [] };
  expect(await runMutations({ only: '', halves: ['platform'], mutations }, (line) => said.push(line))).toBe(
    1,
  );
  expect(said.join('\n')).toContain('NOT NOTICED by 4.other.4: a list of recipients');
  expect(said.join('\n')).toContain('0 of 1 mutations were noticed');
}, 60_000);
