import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Log } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { PolicyKeeper, readPolicy } from '../../../src/gateway/people/policy-keeper';
import { sentence } from '../../../src/domain/failure';

const policy = (trader: string): string => JSON.stringify({ roles: { trader: [trader] } });

function desk(first: string) {
  const clock = new ManualClock(Date.parse('2026-11-23T08:00:00Z'));
  const lines: string[] = [];
  const tell: Log['info'] = (message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const file = { text: first as string | undefined };
  const opened = PolicyKeeper.open({
    file: {
      path: '/etc/policy.json',
      text() {
        if (file.text === undefined) throw new Error('ENOENT');
        return file.text;
      },
    },
    clock,
    log: { info: tell, warn: tell, error: tell },
  });
  return { clock, lines, file, opened };
}

function opened(first: string) {
  const { opened: outcome, ...rest } = desk(first);
  if (!outcome.ok) throw new Error(sentence(outcome.failure));
  return { keeper: outcome.value, ...rest };
}

const anna = { name: 'anna' };

it('takes a changed file within seconds, and says so', async () => {
  const { keeper, clock, file, lines } = opened(policy('anna'));
  let told = 0;
  keeper.onChange(() => (told += 1));
  keeper.start();
  const at = clock.now();
  expect(keeper.rolesOf(anna)).toEqual(['trader']);
  const before = keeper.read();
  await clock.advance(10_000);
  expect([told, lines]).toEqual([0, []]);
  file.text = policy('ben');
  await clock.advance(3_000);
  expect(keeper.rolesOf(anna)).toEqual([]);
  expect(keeper.read()).toMatchObject({ path: '/etc/policy.json', readAt: at + 12_000 });
  expect(keeper.read()?.digest).not.toBe(before?.digest);
  expect([told, lines.length]).toEqual([1, 1]);
  keeper.stop();
  file.text = policy('anna');
  await clock.advance(60_000);
  expect(keeper.rolesOf(anna)).toEqual([]);
});

it('keeps the one in force while the file is wrong, names the key once, and takes it once it is right', async () => {
  const { keeper, clock, file, lines } = opened(policy('anna'));
  keeper.start();
  file.text = '{"roles":{"traders":["ben"]}}';
  await clock.advance(30_000);
  expect(keeper.rolesOf(anna)).toEqual(['trader']);
  expect(keeper.read()?.failure?.message).toBe('There is no field roles.traders.');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('roles.traders');
  file.text = undefined;
  await clock.advance(3_000);
  expect(keeper.read()?.failure?.message).toContain('/etc/policy.json cannot be read');
  file.text = policy('anna');
  await clock.advance(3_000);
  expect(keeper.read()?.failure).toBeUndefined();
  expect(keeper.rolesOf(anna)).toEqual(['trader']);
});

it('does not open on a file that is wrong', () => {
  const { opened: outcome } = desk('{"roles":[]}');
  expect(outcome.ok || sentence(outcome.failure)).toContain('roles');
});

it.each([
  ['{', 'It is not JSON'],
  ['{}', 'roles is missing'],
  ['{"roles":{"trader":"anna"}}', 'roles.trader wants a list of names or ids.'],
  ['{"roles":{"trader":[7]}}', 'roles.trader[0] wants a name or an id.'],
  ['{"roles":{},"rules":1}', 'There is no field rules.'],
  ['{"roles":{},"limits":{"roles":{"boss":{}}}}', 'There is no field limits.roles.boss.'],
  [
    '{"roles":{},"limits":{"people":{"a":{"countPerMinute":{}}}}}',
    'There is no field limits.people.a.countPerMinute.',
  ],
  ['{"roles":{},"limits":{"people":{"a":{"pressesPerMinute":0}}}}', 'limits.people.a.pressesPerMinute wants'],
  [
    '{"roles":{},"limits":{"roles":{"trader":{"volume":[{"unit":"MW","block":"much"}]}}}}',
    'limits.roles.trader.volume[0].block wants a number of 0 or more',
  ],
])('names the key that is wrong in %s', (text, message) => {
  const read = readPolicy(text);
  expect(read.ok ? '' : read.failure.message).toContain(message);
});

it.each(['people', 'programs'])('takes every example of a policy that docs/%s.md shows', (page) => {
  const manual = readFileSync(join(import.meta.dirname, `../../../docs/${page}.md`), 'utf8');
  const examples = [...manual.matchAll(/```json\n([\s\S]*?)```/g)].map(([, example = '']) => example);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    const read = readPolicy(example.startsWith('{') ? example : `{"roles":{},${example}}`);
    expect(read.ok ? 'fine' : read.failure.message).toBe('fine');
  }
});
