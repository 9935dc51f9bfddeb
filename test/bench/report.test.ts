import { expect, it } from 'vitest';
import { percentile, shown, type Row } from '../../bench/report/report';

const row = (scenario: string, subject: string, metric: string, value: number): Row => ({
  scenario,
  subject,
  metric,
  value,
  unit: 'ms',
});

it('sets one table for each scenario, names left and figures right, and leaves out what was not measured', () => {
  const rows = [
    row('at rest', 'ours', 'median', 0.5),
    row('at rest', 'ours', 'worst', 12),
    row('at rest', 'another', 'median', 1_000),
    row('under load', 'ours', 'median', 3),
  ];
  expect(shown({ bench: 'any', rows }, { json: false }).split('\n')).toEqual([
    'at rest',
    '          median (ms)   worst (ms)',
    'ours              0.5           12',
    'another          1000',
    '',
    'under load',
    '       median (ms)',
    'ours             3',
  ]);
});

it('writes one line of JSON for a program', () => {
  const report = { bench: 'any', rows: [row('at rest', 'ours', 'median', 0.5)] };
  const text = shown(report, { json: true });
  expect(text).not.toContain('\n');
  expect(JSON.parse(text)).toEqual(report);
});

it('finds the value that a share of all values does not exceed', () => {
  const values = Array.from({ length: 200 }, (_, at) => 200 - at);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile(values, 1)).toBe(200);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});
