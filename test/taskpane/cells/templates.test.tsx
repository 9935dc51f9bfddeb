// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MemorySheet } from '../memory-sheet';
import { button, openPane } from '../open-pane';

function room(sheet: MemorySheet) {
  const pane = openPane({ office: { kind: 'excel', sheet } });
  pane.press(/^Cells/);
  return { ...pane, notice: () => screen.getByRole('status', { name: 'Notices' }).textContent };
}

describe('a new sheet from the pane', () => {
  it.each(['Blotter', 'Spread calculator', 'Quote sheet'])('is inserted and named: %s', async (name) => {
    const sheet = new MemorySheet();
    sheet.sheets.push(name);
    const pane = room(sheet);
    pane.press(name);
    await act(() => Promise.resolve());
    expect(sheet.plans.map((plan) => plan.name)).toEqual([name]);
    expect(pane.notice()).toContain(`${name} 2 is a new sheet.`);
    expect(pane.client.acts).toEqual([]);
  });

  it('is inserted once however quickly the button is pressed again', async () => {
    const sheet = new MemorySheet();
    const pane = room(sheet);
    pane.press('Blotter');
    pane.press('Blotter');
    await act(() => Promise.resolve());
    expect(sheet.plans).toHaveLength(1);
    expect(button('Blotter').hasAttribute('disabled')).toBe(false);
  });

  it('that Excel refuses is told with what to do', async () => {
    const sheet = new MemorySheet();
    const pane = room(sheet);
    sheet.refusal = { kind: 'unavailable', message: 'Excel is busy.', next: 'Press again.' };
    pane.press('Quote sheet');
    await act(() => Promise.resolve());
    expect(pane.notice()).toBe('Excel is busy. Press again.');
  });

  it('has no buttons where there is no spreadsheet', () => {
    const pane = openPane();
    pane.press(/^Cells/);
    expect(screen.queryByRole('region', { name: 'New sheet' })).toBeNull();
    pane.close();
    room(new MemorySheet());
    expect(screen.getByRole('region', { name: 'New sheet' })).toBeTruthy();
  });
});
