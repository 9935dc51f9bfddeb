// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failed, success } from '../../../src/domain/failure';
import { findingsFailure } from '../../../src/domain/limits/accepted-warnings';
import { BUILT_IN_LIMITS, OwnLevels, type DeskLimits } from '../../../src/domain/limits/limits';
import { NOON, price, quote, request } from '../examples';
import { isBlocked, openPane, violations } from '../open-pane';

const BUILT_IN: DeskLimits = { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' };
const opened = (limits: DeskLimits = BUILT_IN) => {
  const pane = openPane();
  pane.say({ kind: 'limits' }, limits);
  pane.press('Desk');
  pane.press('Settings');
  return pane;
};
const part = () => screen.getByRole('region', { name: 'Limits' });

describe('the limits in the settings', () => {
  it('are shown level by level, with where they come from', () => {
    opened();
    const text = part().textContent;
    expect(text).toContain('Default limits.');
    const table = screen.getByRole('table', { name: 'Limits of the desk' });
    const rows = within(table)
      .getAllByRole('row')
      .map((line) => [...line.children].map(({ textContent }) => textContent));
    expect(rows.slice(0, 5)).toEqual([
      ['Limit', 'Warns above', 'Blocks above', 'Unit'],
      ['Distance from best price', 'warns 10 %', 'blocks 50 %', '%'],
      ['Distance from best price, and by', '–', 'blocks 15 per MWh', 'per MWh'],
      ['Distance from best price, spreads', 'warns 5 of the price', 'blocks 25 of the price', 'of the price'],
      ['Distance from best price, ignored', 'up to 0.1', 'per MWh'],
    ]);
    expect(rows).toContainEqual(['Volume', 'warns 500,000 MWh', 'blocks 5,000,000 MWh', 'MWh']);
    expect(rows).toContainEqual(['Notional per day', 'warns 500,000,000 EUR', '–', 'EUR']);
    expect(rows).toContainEqual(['Opposite price sign', 'warns', '']);
    expect(rows).toContainEqual(['Duplicate', 'warns', 'within 60 s']);
    // Seen is the number alone: what it does and its unit stand in the headings.
    const cell = within(table).getAllByRole('cell')[0];
    const seen = [...(cell?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    expect(seen.map(({ textContent }) => textContent)).toEqual(['10']);
  });

  it('say beside them what whoever looks is held to, in the same words', () => {
    const pane = opened();
    expect(screen.queryByRole('region', { name: 'Your own limits' })).toBeNull();
    pane.close();
    const own = [OwnLevels.parse({ volume: [{ unit: 'MW', warn: '10', block: '20' }], signFlip: 'block' })];
    opened({ ...BUILT_IN, own });
    expect(screen.getByRole('region', { name: 'Your own limits' }).textContent).toMatch(
      /beside those above\.LimitWarns aboveBlocks aboveUnitOpposite price signblocksVolumewarns 10 MWblocks 20 MWMW$/,
    );
  });

  it('cannot be changed while they are locked', () => {
    opened({ ...BUILT_IN, locked: true, source: 'file' });
    expect(part().textContent).toContain('Locked');
    expect(within(part()).queryAllByRole('button')).toEqual([]);
  });

  it('are changed together, and not while a field is wrong', async () => {
    const pane = opened();
    pane.press('Change the limits');
    expect(await violations(pane.container)).toEqual([]);
    const volume = within(screen.getByRole('group', { name: 'Volume, unit 1' }));
    const blocks = volume.getByRole('textbox', { name: 'Blocks above' });
    fireEvent.change(blocks, { target: { value: '20' } });
    expect(isBlocked('Set the limits')).toBe(true);
    expect(part().textContent).toContain('Must not be below the warn level.');
    pane.press('Set the limits');
    expect(pane.client.limitsSet).toEqual([]);
    fireEvent.change(blocks, { target: { value: '75' } });
    pane.press('Remove MWh from Volume');
    pane.press('Set the limits');
    expect(pane.client.limitsSet[0]?.limits).toEqual({
      ...BUILT_IN_LIMITS,
      volume: [{ unit: 'MW', warn: '50', block: '75' }],
    });
    await act(async () => pane.client.limitsSet[0]?.answer(success({ ...BUILT_IN, source: 'pane' })));
    expect(pane.text()).toContain('The limits are set, for every workbook of this gateway.');
    expect(screen.queryByRole('form', { name: 'Change the limits' })).toBeNull();
  });

  it('are given up with a second press', async () => {
    const pane = opened({ ...BUILT_IN, source: 'pane', setAt: NOON });
    expect(part().textContent).toContain('Set in a pane, 20 Nov 2026, 12:04:31 CET.');
    pane.press('Discard these');
    expect(pane.client.limitsSet).toEqual([]);
    pane.press('Restore the limits the gateway was started with');
    expect(pane.client.limitsSet[0]?.limits).toBeNull();
    const full = { kind: 'unavailable', message: 'The disk is full.', next: 'Make room.' } as const;
    await act(async () => pane.client.limitsSet[0]?.answer(failed(full)));
    expect(part().textContent).toContain('The disk is full. Make room.');
  });
});

describe('a quote that the limits held back', () => {
  const asked = request({ id: 'RQ-2' });
  const volume = { code: 'volume', message: 'The quantity is large.' } as const;
  const best = { code: 'best-price', message: 'The price is far away.' } as const;
  const heldBack = async (findings: Parameters<typeof findingsFailure>[0]) => {
    const pane = openPane({ requests: [asked] });
    pane.arm();
    pane.open('RQ-2');
    pane.quotes(asked, quote(), quote({ id: 'QT-2', counterparty: 'Nordkraft' }));
    pane.type('Price', '84.15');
    pane.press(/^(Bid|Offer)\b.* at /);
    const failure = findingsFailure(findings);
    if (!failure) throw new Error('There is nothing to hold it back.');
    pane.client.answer(pane.newest(), { state: 'rejected', failure });
    await pane.advance(0);
    return pane;
  };

  it('is sent as shown, as another action, once every warning is ticked', async () => {
    const pane = await heldBack({ warnings: [volume, best], blocks: [] });
    const [first] = pane.client.acts;
    expect(pane.text()).toContain('Held back by a warning.');
    expect(await violations(pane.container)).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'The quantity is large. Send anyway.' }));
    pane.press('Press again as shown');
    expect(pane.client.acts).toHaveLength(1);
    fireEvent.click(screen.getByRole('checkbox', { name: 'The price is far away. Send anyway.' }));
    pane.press('Press again as shown');
    expect(pane.client.acts).toHaveLength(2);
    expect(pane.newest()).toMatchObject({
      body: first?.body,
      shown: first?.shown,
      accepted: ['volume', 'best-price'],
    });
    expect(pane.newest().id).not.toBe(first?.id);
  });

  it('is named as what it is where another person has to approve it: it only asks', async () => {
    const pane = await heldBack({ warnings: [volume], blocks: [] });
    const fourEyes = { above: { quantity: { MW: price('5') } }, minutes: 10 };
    pane.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'file', fourEyes });
    expect(screen.queryByRole('button', { name: 'Press again as shown' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'The quantity is large. Send anyway.' }));
    pane.press('Ask for approval');
    expect(pane.client.acts).toHaveLength(2);
  });

  it('is not sent while disarmed', async () => {
    const pane = await heldBack({ warnings: [volume], blocks: [] });
    pane.arm();
    fireEvent.click(screen.getByRole('checkbox', { name: 'The quantity is large. Send anyway.' }));
    pane.press('Press again as shown');
    expect(pane.client.acts).toHaveLength(1);
  });

  it('is never sent where one of them blocks', async () => {
    const pane = await heldBack({ warnings: [volume], blocks: [best] });
    expect(pane.text()).toContain('The price is far away.');
    expect(screen.queryByRole('button', { name: 'Press again as shown' })).toBeNull();
  });
});
