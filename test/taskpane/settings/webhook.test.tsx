// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WebhookAnswer } from '../../../src/contract/desk/webhook';
import { failed, success } from '../../../src/domain/failure';
import { NOON } from '../examples';
import { openPane, violations } from '../open-pane';
import { PressClipboard } from '../press-clipboard';
import { event } from '../events/platform-event';

const ADDRESS = 'https://desk.example/hooks/0123456789abcdef0123456789abcdef';
const WEBHOOK: WebhookAnswer = {
  address: ADDRESS,
  isStated: true,
  isSigned: true,
  accepted: 12,
  refused: 0,
  lastAcceptedAt: NOON,
};
const UNREADABLE = { kind: 'unreadable', message: 'The example is no event.', next: 'Change it.' } as const;

async function opened(webhook: Partial<WebhookAnswer> = {}) {
  const pane = openPane();
  pane.press('Desk');
  pane.press('Settings');
  await act(async () => pane.client.webhooksAsked[0]?.(success({ ...WEBHOOK, ...webhook })));
  return pane;
}
const part = (): string => screen.getByRole('region', { name: 'Events' }).textContent ?? '';
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('Desk, Settings, Events', () => {
  it('says how events reach the desk, without the address', async () => {
    const pane = await opened();
    expect(part()).toContain('Addresspublic');
    expect(part()).toContain('Signaturerequired');
    expect(part()).toContain('Accepted12, last 20 Nov 2026, 12:04:31 CET');
    expect(part()).toContain('Refusednone since the gateway started');
    expect(pane.text()).not.toContain(ADDRESS);
    expect(await violations(pane.container)).toEqual([]);
  });

  it('shows the address when asked, and hides it again', async () => {
    const pane = await opened();
    pane.press('Show address');
    expect(part()).toContain(ADDRESS);
    pane.press('Hide address');
    expect(part()).not.toContain(ADDRESS);
  });

  it('copies the address without showing it', async () => {
    const clipboard = new PressClipboard();
    const pane = await opened();
    await clipboard.during(() => pane.press('Copy address'));
    expect(clipboard.texts).toEqual([ADDRESS]);
    expect(pane.text()).toContain('The address for events is copied.');
    expect(part()).not.toContain(ADDRESS);
  });

  it('marks the address where the window does not let it be copied, until it is hidden', async () => {
    const clipboard = new PressClipboard({ refuses: true });
    const pane = await opened();
    await clipboard.during(() => pane.press('Copy address'));
    expect(pane.text()).toContain('The address could not be copied');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The address, to copy' }).value).toBe(
      ADDRESS,
    );
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Hide address');
    expect(screen.queryByRole('textbox', { name: 'The address, to copy' })).toBeNull();
    expect(part()).not.toContain(ADDRESS);
  });

  it('says what to set when the address is good on this machine only, and why a delivery was refused', async () => {
    const failure = {
      kind: 'denied',
      message: 'The signature does not fit.',
      next: 'Compare the secret.',
    } as const;
    const { lastAcceptedAt: _, ...never } = WEBHOOK;
    const pane = openPane();
    pane.press('Desk');
    pane.press('Settings');
    const told = { ...never, isStated: false, refused: 3, lastRefusal: { at: NOON, failure } };
    await act(async () => pane.client.webhooksAsked[0]?.(success(told)));
    expect(part()).toContain('Set WEBHOOK_URL of the gateway');
    expect(part()).toContain('Acceptednone since the gateway started');
    expect(part()).toContain('Refused3');
    expect(part()).toContain('12:04:31 CET. Not allowed. The signature does not fit. Compare the secret.');
  });

  it('asks anew when an event came', async () => {
    const pane = await opened();
    pane.say({ kind: 'events' }, [event(1)]);
    expect(pane.client.webhooksAsked).toHaveLength(2);
    await act(async () => pane.client.webhooksAsked[1]?.(success({ ...WEBHOOK, accepted: 13 })));
    expect(part()).toContain('Accepted13');
  });

  it('says why it is not known, and asks again', async () => {
    const pane = openPane();
    pane.press('Desk');
    pane.press('Settings');
    await act(async () => pane.client.webhooksAsked[0]?.(failed({ ...UNREADABLE, message: 'Away.' })));
    expect(part()).toContain('Away. Change it.');
    pane.press('Ask again');
    await act(async () => pane.client.webhooksAsked[1]?.(success(WEBHOOK)));
    expect(part()).toContain('Accepted12');
  });

  it('checks the shape of events: one call, and the example as it was read', async () => {
    const pane = await opened();
    expect(part()).toContain('costs 1 call');
    pane.press('Test event format');
    pane.press('Checking…');
    expect(pane.client.webhookChecks).toHaveLength(1);
    const read = event(1, { origin: 'test', type: 'request-traded', tradeId: 'TR-70001' });
    const example = '{"eventType":"request-traded"}';
    await act(async () => pane.client.webhookChecks[0]?.(success({ event: read, example })));
    expect(part()).toContain('It is listed in Events as a test.');
    expect(part()).toContain('Typerequest-tradedRequestRQ-1TradeTR-70001');
    expect(part()).toContain(example);
    expect(await violations(pane.container)).toEqual([]);
  });

  it('says why the example is no event', async () => {
    const pane = await opened();
    pane.press('Test event format');
    await act(async () => pane.client.webhookChecks[0]?.(failed(UNREADABLE)));
    expect(part()).toContain('The example is no event. Change it.');
  });

  it('switches each kind of news off and on', async () => {
    const pane = await opened();
    const box = screen.getByRole('checkbox', { name: 'Your quote withdrawn by someone else' });
    fireEvent.click(box);
    expect([...pane.desk.events.switches.off.get()]).toEqual(['withdrawn']);
    fireEvent.click(box);
    expect([...pane.desk.events.switches.off.get()]).toEqual([]);
  });
});
