import { describe, expect, it } from 'vitest';
import type { DownloadSelection } from '../../src/domain/trade-download';
import { TradeId } from '../../src/domain/identifiers';
import { openPage } from './page';

const WANTED: DownloadSelection = { from: '2026-11-01', to: '2026-11-19', venues: ['tender', 'market'] };
const PERIOD = 'from=2026-11-01&to=2026-11-19&venue=tender&venue=market';
const cost = { listCalls: 3, bulkLeft: 10, isEstimate: true, says: '3 calls.' };
const capture = {
  id: '00000000-0000-4000-8000-000000000001',
  wanted: WANTED,
  state: 'queued',
  createdAt: 1,
  isListed: false,
  listCalls: 0,
  counts: { trades: 0, missing: 0, provisional: 0, fetched: 0 },
  setAside: [],
  setAsideCount: 0,
};
const failure = { kind: 'signed-out', message: 'Nobody is signed in.', next: 'Sign in.' };

describe('captures at the gateway', () => {
  it('are asked for, started and moved on with the page’s token in the header', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = ({ path }) => ({
      status: 200,
      body: JSON.stringify(
        path.endsWith('estimate') ? { estimate: { wanted: WANTED, kept: 0, cost } } : { capture },
      ),
    });
    const { captures } = client;
    expect(await captures.estimate(WANTED)).toEqual({ ok: true, value: { wanted: WANTED, kept: 0, cost } });
    const id = captures.newId();
    expect(await captures.start(id, WANTED)).toEqual({ ok: true, value: capture });
    for (const step of ['pause', 'resume', 'cancel'] as const) {
      expect((await captures[step](id)).ok).toBe(true);
    }
    expect(gateway.puts.map(({ path }) => path)).toEqual([
      '/api/captures/estimate',
      '/api/captures',
      ...['pause', 'resume', 'cancel'].map((step) => `/api/captures/${id}/${step}`),
    ]);
    expect(gateway.puts[1]).toMatchObject({
      token: 'token-of-the-page-number-1',
      body: { id, wanted: WANTED },
    });
  });

  it('are read in blocks, each after the one before', async () => {
    const { client, gateway } = await openPage();
    const raw = { 'trade-id': 'T-1', 'traded-at': '2026-11-02T09:00:00Z', action: 'buy', price: -4.25 };
    const next = { tradedAt: 5, id: 'T-1' };
    gateway.onPut = () => ({
      status: 200,
      body: JSON.stringify({
        trades: [
          { raw, provisional: true, fetchedAt: 7 },
          { raw: 'nothing', provisional: false, fetchedAt: 7 },
        ],
        next,
      }),
    });
    const block = await client.captures.rows(WANTED, {
      after: { tradedAt: 4, id: TradeId.parse('T 0') },
      rowsMax: 2,
    });
    expect(block).toMatchObject({
      ok: true,
      value: { trades: [{ trade: { id: 'T-1', price: '-4.25' }, provisional: true, fetchedAt: 7 }], next },
    });
    expect(gateway.puts[0]?.path).toBe(`/api/captured-trades?${PERIOD}&rows=2&after-at=4&after-id=T+0`);
  });

  it('come as a file under its name', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: 'trade-id\r\n' });
    const file = await client.captures.file(WANTED, { format: 'csv', preset: 'desk', separator: ';' });
    expect(file).toMatchObject({
      ok: true,
      value: { name: 'spreaddesk-trades-desk-tender-market-2026-11-01-to-2026-11-19-semicolon-point.csv' },
    });
    expect(gateway.puts[0]?.path).toBe(
      `/api/captured-trades/file?${PERIOD}&format=csv&preset=desk&separator=%3B`,
    );
  });

  it('show how the file begins', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 200, body: 'trade-id\r\nT-1\r\n' });
    const begun = await client.captures.file(WANTED, { format: 'csv', preset: 'desk' }, 3);
    expect(begun.ok && (await begun.value.content.text())).toBe('trade-id\r\nT-1\r\n');
    expect(gateway.puts[0]?.path).toBe(`/api/captured-trades/file?${PERIOD}&format=csv&preset=desk&rows=3`);
  });

  it('say why they are refused, in the gateway’s words, and that an answer is none', async () => {
    const { client, gateway } = await openPage();
    gateway.onPut = () => ({ status: 401, body: JSON.stringify({ failure }) });
    expect(await client.captures.estimate(WANTED)).toEqual({ ok: false, failure });
    gateway.onPut = () => ({ status: 200, body: '{}' });
    expect(await client.captures.rows(WANTED)).toMatchObject({ failure: { kind: 'unavailable' } });
    gateway.onPut = () => 'cut';
    expect(await client.captures.start(client.captures.newId(), WANTED)).toMatchObject({
      failure: { kind: 'unavailable' },
    });
  });
});
