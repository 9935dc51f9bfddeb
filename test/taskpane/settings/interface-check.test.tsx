// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { InterfaceReport } from '../../../src/contract/desk/interface-check';
import { failed, success } from '../../../src/domain/failure';
import { NOON } from '../examples';
import { openPane, violations } from '../open-pane';

const REPORT: InterfaceReport = {
  at: NOON,
  service: 'https://platform.example',
  calls: 31,
  notes: ['A path is marked as deprecated: ask the operator what follows it.'],
  findings: [
    { key: 'paths.trades', verdict: 'holds', says: 'It answers.' },
    {
      key: 'lists.items',
      verdict: 'contradicted',
      says: 'The records are in "data.rows".',
      found: 'data.rows',
      evidence: '{"data":{}}',
    },
    {
      key: 'paths.sendQuote',
      verdict: 'cannot be known from here',
      says: 'No reading call shows it.',
      ask: 'With which path do we send a quote?',
    },
  ],
};

async function opened(report?: InterfaceReport) {
  const pane = openPane();
  pane.press('Desk');
  const answer = { callsMax: 52, ...(report && { report }) };
  await act(async () => pane.client.interfacesAsked[0]?.(success(answer)));
  return pane;
}
const part = () => screen.getByRole('region', { name: 'Interface' });

describe('Desk, Interface', () => {
  it('costs nothing before a press, and says beforehand how many calls it costs at most', async () => {
    const pane = await opened();
    expect(part().textContent).toContain('Not checked since this sign-in.');
    expect(part().textContent).toContain('costs at most 52 calls');
    expect(pane.client.interfaceChecks).toEqual([]);
    expect(await violations(pane.container)).toEqual([]);
  });

  it('shows what was found: one line with counts, and below it the keys, what was contradicted first', async () => {
    const pane = await opened();
    pane.press('Check the interface');
    expect(part().textContent).toContain('Checking…');
    await act(async () => pane.client.interfaceChecks[0]?.(success(REPORT)));
    expect(part().querySelector('summary')?.textContent).toBe(
      '1 hold, 1 contradicted, 1 cannot be known by reading. Checked 20 Nov 2026, 12:04:31 CET in 31 calls.',
    );
    const lists = within(part()).getAllByRole('list', { hidden: true });
    expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual([
      'Contradicted',
      'Cannot be known by reading',
      'Holds',
    ]);
    expect(lists[0]?.textContent).toContain('Found: data.rows. Seen: {"data":{}}.');
    expect(lists[1]?.textContent).toContain('Ask the operator: With which path do we send a quote?');
    expect(part().textContent).toContain('marked as deprecated');
    expect(await violations(pane.container)).toEqual([]);
  });

  it('shows the last report without a call, and gives it out as a file', async () => {
    const pane = await opened(REPORT);
    expect(part().querySelector('summary')?.textContent).toContain('1 contradicted');
    expect(pane.client.interfaceChecks).toEqual([]);
    await act(async () => pane.press('Save the report'));
    expect(part().textContent).toContain('spreaddesk-interface-2026-11-20.json is ready');
  });

  it('says why it could not be checked', async () => {
    const pane = await opened();
    pane.press('Check the interface');
    const away = { kind: 'unavailable', message: 'The platform is away.', next: 'Try again.' } as const;
    await act(async () => pane.client.interfaceChecks[0]?.(failed(away)));
    expect(part().textContent).toContain('The platform is away. Try again.');
  });
});
