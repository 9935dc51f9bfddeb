import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_CHANNEL } from '../../../../src/gateway/storage/postgres/schema';
import { postgresDeliveries, webhookTokens } from '../../../../src/gateway/storage/postgres/deliveries';
import { postgresEvents } from '../../../../src/gateway/storage/postgres/events';
import { postgresSharedRows } from '../../../../src/gateway/storage/postgres/shared-rows';
import { postgresStores } from '../../../../src/gateway/storage/postgres/stores';
import type { Delivery } from '../../../../src/gateway/storage/deliveries';
import { until } from '../../../until';
import { canRunPostgres } from '../../../postgres';
import { RequestId } from '../../../../src/domain/identifiers';
import { pushed } from '../../twins/events';
import { openDesk, sessionWith, type PostgresDesk } from './desk';

const NOW = Date.UTC(2026, 10, 23, 9);
const delivery = (request: string, heardAt = NOW): Delivery => ({
  id: randomUUID(),
  environment: 'simulator',
  event: pushed('quotation-created', { requestId: RequestId.parse(request) }, heardAt),
});

describe.runIf(canRunPostgres())('what the machines of a desk share, in PostgreSQL', () => {
  let desk: PostgresDesk;
  beforeAll(async () => {
    desk = await openDesk();
  }, 60_000);
  afterAll(() => desk.end());

  it('has an event once, however often a door hands it over, and counts a second delivery of it as a repeat', async () => {
    const doors = postgresDeliveries(desk.pool);
    const [first, again, other] = [delivery('RQ-1'), delivery('RQ-1', NOW + 1), delivery('RQ-2')];
    await doors.hear([first, other]);
    await doors.hear([first, other]);
    await doors.hear([again]);
    const events = await postgresEvents(desk.pool, 'simulator').newest(10);
    expect(events.map(({ requestId, times }) => [requestId, times]).sort()).toEqual([
      ['RQ-1', 2],
      ['RQ-2', 1],
    ]);
  });

  it('counts one event that comes to many doors at once as one', async () => {
    const doors = postgresDeliveries(desk.pool);
    await Promise.all(Array.from({ length: 20 }, () => doors.hear([delivery('RQ-3')])));
    const events = await postgresEvents(desk.pool, 'simulator').newest(100);
    expect(events.filter(({ requestId }) => requestId === 'RQ-3').map(({ times }) => times)).toEqual([20]);
  });

  it('leaves a repeat undigested that a door kept while the first was being digested', async () => {
    const events = postgresEvents(desk.pool, 'simulator');
    const doors = postgresDeliveries(desk.pool);
    await doors.hear([delivery('RQ-4')]);
    const [known] = (await events.undigested()).filter(({ requestId }) => requestId === 'RQ-4');
    const { sequence = 0, times = 0 } = known ?? {};
    await doors.hear([delivery('RQ-4')]);
    const open = async () => (await events.undigested()).some((one) => one.sequence === sequence);
    await events.digested([sequence], [times]);
    expect(await open()).toBe(true);
    await events.digested([sequence], [times + 1]);
    expect(await open()).toBe(false);
  });

  it('tells whoever listens of each, once it is there', async () => {
    const session = await sessionWith(desk.place);
    const told: string[] = [];
    session.onNotification((channel, payload) => told.push(`${channel} ${payload.split(' ')[0]}`));
    await session.query(`LISTEN ${EVENT_CHANNEL}`);
    await postgresDeliveries(desk.pool).hear([delivery('RQ-5')]);
    await until(() => told.length > 0);
    expect(told).toEqual([`${EVENT_CHANNEL} simulator`]);
    await session.end();
  });

  it('knows the addresses for events that somebody has opened', async () => {
    const disk = { failure: undefined, onChange: () => () => undefined };
    const stores = postgresStores({ ...desk, disk });
    await stores.webhookToken.token(() => 'the-token');
    expect(await webhookTokens(desk.pool)).toEqual({ simulator: 'the-token' });
  });

  it('gives back small things as they were put, by kind and name, until they are dropped', async () => {
    const rows = postgresSharedRows(desk.pool);
    await rows.put('session', 'one', 'first');
    await rows.put('session', 'one', 'second');
    await rows.put('session', 'two', 'other');
    await rows.put('credentials', 'one', 'sealed');
    expect([...(await rows.read('session'))]).toEqual(
      expect.arrayContaining([
        ['one', 'second'],
        ['two', 'other'],
      ]),
    );
    await rows.drop('session', ['one', 'never there']);
    expect([...(await rows.read('session')).keys()]).toEqual(['two']);
    expect([...(await rows.read('credentials')).values()]).toEqual(['sealed']);
  });
});
