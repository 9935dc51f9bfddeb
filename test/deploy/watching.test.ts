import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Metrics } from '../../src/gateway/metrics/metrics';
import { FULL } from '../gateway/metrics/figures';

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');
const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');
const NAMES = /\b(?:spreaddesk|process|nodejs)_[a-z0-9_]+/g;

it.each(['prometheus/spreaddesk.rules.yml', 'grafana/spreaddesk.json'])(
  '%s names metrics that there are',
  async (path) => {
    const text = await new Metrics(FULL).text();
    const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
    const named = [...new Set(read(path).match(NAMES))];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  },
);

it('the dashboard shows every metric of the desk', async () => {
  const text = await new Metrics(FULL).text();
  const known = [...text.matchAll(/^# TYPE (spreaddesk_\S+) /gm)].map(([, name = '']) => name);
  const shown = new Set(read('grafana/spreaddesk.json').match(NAMES));
  expect(known.filter((name) => !shown.has(name))).toEqual(['spreaddesk_info']);
});

it('every alert says in sentences what is wrong and what to do', () => {
  const rules = read('prometheus/spreaddesk.rules.yml');
  const count = (form: RegExp): number => [...rules.matchAll(form)].length;
  const alerts = count(/^ +- alert: /gm);
  expect(alerts).toBeGreaterThan(10);
  expect([
    count(/^ +summary: '.+\.'$/gm),
    count(/^ +next: '.+\.'$/gm),
    count(/^ +severity: (?:page|ticket)$/gm),
  ]).toEqual([alerts, alerts, alerts]);
});

const promtool = process.env['PROMTOOL_PATH'] ?? 'promtool';
const isThere = spawnSync(promtool, ['--version']).status === 0;

it.skipIf(!isThere)(
  'promtool takes the rules (skipped: it comes with Debian’s package prometheus, or PROMTOOL_PATH names it)',
  () => {
    const run = spawnSync(promtool, ['check', 'rules', join(DEPLOY, 'prometheus/spreaddesk.rules.yml')], {
      encoding: 'utf8',
    });
    expect(run.status, `${run.stdout}${run.stderr}`).toBe(0);
  },
);
