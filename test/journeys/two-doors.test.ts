import { describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { WIDE, type Platform } from '../../chaos/campaign/platform';
import { Scene } from '../../chaos/desk/scene';
import { requestFor } from '../../chaos/desk/traders';
import type { Connection, GatewayClient } from '../../src/client/client';
import { createGatewayClient } from '../../src/client/gateway-client';
import type { Transport } from '../../src/client/transport';
import { SOCKET_PATH } from '../../src/contract/desk/socket';
import type { Action } from '../../src/domain/action';
import type { ActionId } from '../../src/domain/identifiers';
import { systemChance } from '../../src/effects/chance';
import { systemClock } from '../../src/effects/clock';
import { systemIds } from '../../src/effects/ids';
import { canRunPostgres, startPostgres } from '../postgres';
import { endLead, journalOf } from '../postgres-desk';

// Real processes in real time: two gateways over PostgreSQL, and a page of the product's own client at each door.
/** On a busy machine. */
const SOON = { timeout: 60_000, interval: 50 };
const IS_OVER: readonly Action['state'][] = ['done', 'rejected', 'cancelled'];

describe.runIf(canRunPostgres())('a desk with two doors', () => {
  it('goes on for the pages of both when another machine leads, under the same ids and without a reload', async () => {
    const { pages, servers, platform } = await twoDoors();
    const [first, second] = pages;
    const before = first.newActionId();
    expect(await stateOf(first, { id: before, quantity: '100.001' })).toBe('done');
    await vi.waitUntil(() => second.seen(before) === 'done', SOON);

    const during = first.newActionId();
    const pressed = stateOf(first, { id: during, quantity: '100.002' });
    await endLead(servers.primary);
    await pressed;
    const again = async () => stateOf(first, { id: during, quantity: '100.002' });
    let became = await again();
    while (!IS_OVER.includes(became as Action['state'])) became = await again();

    // Whoever leads now knows what was pressed before, and sends nothing twice.
    expect(await stateOf(second, { id: before, quantity: '100.001' })).toBe('done');
    const after = second.newActionId();
    let sent = await stateOf(second, { id: after, quantity: '100.003' });
    while (sent !== 'done') sent = await stateOf(second, { id: after, quantity: '100.003' });
    await vi.waitUntil(() => first.seen(after) === 'done', SOON);
    // A page that lost its line comes back after a wait of its own; a press through its door does not wait for that.
    await vi.waitUntil(() => pages.every(({ connection }) => connection() === 'open'), SOON);
    const epochs = new Set((await journalOf(servers.primary)).map(({ epoch }) => epoch));
    expect(epochs.size).toBeGreaterThan(1);
    const times = await executions(platform);
    expect([times('100.001'), times('100.002'), times('100.003')]).toEqual([1, became === 'done' ? 1 : 0, 1]);
  }, 120_000);
});

async function twoDoors() {
  const scene = await Scene.set({
    servers: await startPostgres({ standbys: 1 }),
    limits: WIDE,
    env: { DESK_STORE_ACCEPTS: 'commits-that-a-power-cut-takes' },
  });
  onTestFinished(() => scene.end());
  const { servers, platform, programKey } = scene;
  const door = async (number: number): Promise<Page> => {
    const member = await scene.member(number);
    member.start();
    return pageAt(member.url, programKey);
  };
  const pages = [await door(0), await door(1)] as const;
  await vi.waitUntil(() => pages.every(({ connection }) => connection() === 'open'), SOON);
  return { pages, servers, platform };
}

type Page = GatewayClient & {
  readonly connection: () => Connection;
  /** What the page was told of an action without asking. */
  readonly seen: (id: ActionId) => Action['state'] | undefined;
};

function pageAt(url: string, key: string): Page {
  const transport: Transport = {
    key: { read: () => key, keep: () => undefined },
    openSocket(events) {
      const socket = new WebSocket(new URL(SOCKET_PATH, url.replace('http', 'ws')), {
        origin: new URL(url).origin,
      });
      socket.on('open', () => events.opened());
      socket.on('message', (bytes: Buffer) => events.received(bytes.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => events.closed());
      onTestFinished(() => socket.terminate());
      return { send: (text) => socket.send(text), close: () => socket.close() };
    },
    fetch: (path, init) => fetch(new URL(path, url), init),
  };
  const page = createGatewayClient({ transport, clock: systemClock, ids: systemIds, chance: systemChance });
  let connection: Connection = 'connecting';
  const actions = new Map<ActionId, Action['state']>();
  page.watchConnection((now) => (connection = now));
  page.watch({ kind: 'journal' }, (answer) => {
    for (const action of answer.value ?? []) actions.set(action.id, action.state);
  });
  return { ...page, connection: () => connection, seen: (id) => actions.get(id) };
}

async function stateOf(page: Page, { id, quantity }: { id: ActionId; quantity: string }): Promise<string> {
  const answer = await page.act(id, { body: requestFor(quantity), shown: `A request for ${quantity} MW` });
  return answer.ok ? answer.value.state : answer.failure.kind;
}

/** How often the platform has a request of this quantity. */
async function executions(platform: Platform): Promise<(quantity: string) => number> {
  const { requests } = await platform.truth();
  const text = requests.map((request) => JSON.stringify(request['legs']));
  return (quantity) => text.filter((legs) => legs.includes(`"quantity":${quantity}`)).length;
}
