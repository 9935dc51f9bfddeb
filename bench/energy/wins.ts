import { answerWriters } from '../../src/contract/desk/answer-value';
import { readRequest } from '../../src/contract/service/read-request';
import { resourceKey } from '../../src/domain/resources/resource';
import { Complaint } from '../../scripts/complaint.mjs';
import { systemClock } from '../../src/effects/clock';
import { silentLog } from '../../src/effects/log';
import { Wins } from '../../src/gateway/cache/wins';
import type { StoredRecord } from '../../src/gateway/storage/records';
import type { Stores } from '../../src/gateway/storage/stores';
import { rounded, type Row } from '../report/report';
import { taken, TRADES } from './positions';

const REQUESTS = 10_000;
const AT_ONCE = 1_000;
const FIRST_MS = Date.UTC(2024, 0, 1);

function requested(number: number): StoredRecord {
  const at = new Date(FIRST_MS + number * 600_000).toISOString();
  const request = readRequest({
    ...{ 'request-id': `RQ-${number}`, state: number % 2 === 0 ? 'traded' : 'closed', role: 'recipient' },
    ...{ contract: 'single', commodity: 'power', 'created-at': at, 'concluded-at': at },
    legs: [{ action: 'buy', market: 'DE', quantity: 5, 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' }],
  });
  if (!request.ok) throw new Complaint(request.failure.message);
  const { value } = request;
  const json = JSON.stringify(answerWriters.request(value));
  return { key: resourceKey({ kind: 'request', id: value.id }), json, fetchedAt: FIRST_MS, final: true };
}

/** What it costs to tell what became of requests: the first answer, with all trades read through. */
export async function measuredWins(stores: Stores): Promise<Row[]> {
  for (let at = 0; at < REQUESTS; at += AT_ONCE)
    await stores.records.save(Array.from({ length: AT_ONCE }, (_, of) => requested(at + of)));
  const wins = new Wins({
    ...stores,
    flush: async () => undefined,
    ...{ zone: 'Europe/Berlin', clock: systemClock, log: silentLog },
  });
  const source = wins.of({ kind: 'wins', by: 'counterparty' });
  const readMs = await taken(() => new Promise<void>((read) => void source.onChange(read)));
  const answerMs = await taken(() => void JSON.stringify(source.read()));
  wins.stop();
  const scenario = `wins by counterparty over ${TRADES.toLocaleString('en')} stored trades and ${REQUESTS.toLocaleString('en')} requests`;
  const row = (subject: string, value: number): Row => ({
    scenario,
    subject,
    metric: 'once',
    value: rounded(value, 1),
    unit: 'ms',
  });
  return [row('read from disk in the background', readMs), row('first answer', answerMs)];
}
