import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { newSession } from '../../../simulation/running-gateway';
import { FailureAnswer } from '../../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../../src/contract/desk/routes';
import {
  CapturedTradesAnswer,
  EstimateAnswer,
  TRADE_DOWNLOAD_ROUTES,
  TradeDownloadAnswer,
  TradeDownloadsAnswer,
} from '../../../src/contract/desk/trade-downloads';
import { DeskEntry } from '../../../src/domain/desk-entry';
import { TradeDownloadId } from '../../../src/domain/trade-download';
import { readJsonlLine, verifiedFile } from '../../../src/gateway/actions/journal-export';
import { contentOf } from '../../../src/gateway/storage/journal-chain';
import { failure } from '../twins/fake-platform';
import { call, testGateway, type RawAnswer, type TestGateway } from '../twins/gateway';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const ID = TradeDownloadId.parse('00000000-0000-4000-8000-000000000001');
const WANTED = { from: '2026-11-01', to: '2026-11-20' };
const PERIOD = 'from=2026-11-01&to=2026-11-20';
const JSON_TYPE = { 'content-type': 'application/json' };

async function start({ signedIn = true } = {}) {
  const desk = await testGateway();
  running.push(desk);
  if (!signedIn) desk.platform.become({ signedIn: false });
  for (const [id, over] of [
    ['T-1', { price: -4.25 }],
    ['T-2', { price: 2, venue: 'market', counterparty: '=cmd|calc' }],
    ['T-3', { contract: 'standard-spread', price: null, legs: [{ price: null }, { price: null }] }],
  ] as const) {
    desk.service.addTrade({ 'trade-id': id, commodity: 'power', action: 'buy', quantity: 1, ...over });
  }
  const token = await newSession(desk.gateway);
  const bearer = { authorization: `Bearer ${token}` };
  const get = (path: string): Promise<RawAnswer> => call(desk.gateway, path, { headers: bearer });
  const post = (path: string, body: unknown): Promise<RawAnswer> =>
    call(desk.gateway, path, {
      method: 'POST',
      headers: { ...bearer, ...JSON_TYPE },
      body: JSON.stringify(body),
    });
  return { ...desk, get, post };
}

/** A desk on which everything has been captured. */
async function captured(prepare: (desk: Awaited<ReturnType<typeof start>>) => void = () => undefined) {
  const desk = await start();
  prepare(desk);
  await desk.post(TRADE_DOWNLOAD_ROUTES.list.path, { id: ID, wanted: WANTED });
  for (let look = 0; look < 200; look++) {
    const { captures } = TradeDownloadsAnswer.parse(
      JSON.parse((await desk.get(TRADE_DOWNLOAD_ROUTES.list.path)).text),
    );
    if (captures[0]?.state === 'done') return desk;
    await desk.clock.advance(10);
  }
  throw new Error('it was never captured');
}

it('is for pages that the gateway knows alone', async () => {
  const { gateway, service } = await start();
  for (const path of [
    TRADE_DOWNLOAD_ROUTES.list.path,
    `${TRADE_DOWNLOAD_ROUTES.rows.path}?${PERIOD}`,
    `${TRADE_DOWNLOAD_ROUTES.file.path}?${PERIOD}&format=csv`,
  ]) {
    expect((await call(gateway, path)).status).toBe(401);
  }
  const body = JSON.stringify({ id: ID, wanted: WANTED });
  const sent = { method: 'POST', headers: JSON_TYPE, body };
  expect((await call(gateway, TRADE_DOWNLOAD_ROUTES.list.path, sent)).status).toBe(401);
  expect(
    (await call(gateway, pathOf(TRADE_DOWNLOAD_ROUTES.move, { id: ID, step: 'cancel' }), sent)).status,
  ).toBe(401);
  expect(service.calls).toEqual([]);
});

it('says what a capture costs, starts it once, and moves it on', async () => {
  const { get, post, service } = await start();
  service.down = failure('unavailable');
  const { estimate } = EstimateAnswer.parse(
    JSON.parse((await post(TRADE_DOWNLOAD_ROUTES.estimate.path, { wanted: WANTED })).text),
  );
  expect(estimate).toMatchObject({ wanted: WANTED, kept: 0, cost: { listCalls: 3, isEstimate: true } });
  for (let times = 0; times < 2; times++) {
    const answer = await post(TRADE_DOWNLOAD_ROUTES.list.path, { id: ID, wanted: WANTED });
    expect(TradeDownloadAnswer.parse(JSON.parse(answer.text)).capture.id).toBe(ID);
  }
  const paused = await post(pathOf(TRADE_DOWNLOAD_ROUTES.move, { id: ID, step: 'pause' }), {});
  expect(TradeDownloadAnswer.parse(JSON.parse(paused.text)).capture.state).toBe('paused');
  const listed = TradeDownloadsAnswer.parse(JSON.parse((await get(TRADE_DOWNLOAD_ROUTES.list.path)).text));
  expect(listed).toMatchObject({ environment: 'simulator', signedIn: true });
  expect(listed.captures).toHaveLength(1);
});

it('gives captured trades out in blocks, as the service wrote them', async () => {
  const { get } = await captured();
  const block = async (query: string) =>
    CapturedTradesAnswer.parse(
      JSON.parse((await get(`${TRADE_DOWNLOAD_ROUTES.rows.path}?${PERIOD}${query}`)).text),
    );
  const first = await block('&rows=2');
  expect(first.trades).toMatchObject([
    { raw: { 'trade-id': 'T-1', price: -4.25 }, provisional: false },
    { raw: { 'trade-id': 'T-2' } },
  ]);
  const rest = await block(`&rows=2&after-at=${first.next?.tradedAt}&after-id=${first.next?.id}`);
  expect(rest.trades).toMatchObject([{ raw: { 'trade-id': 'T-3' }, provisional: true }]);
  expect(rest.next).toBeUndefined();
  expect((await block('&venue=market&venue=green')).trades).toHaveLength(1);
});

it('goes on behind a first block that has more, for a trade that the list alone places among them', async () => {
  const { get } = await captured(({ service }) => {
    const trade = service.trade.bind(service);
    service.trade = async (id, ask) => {
      const read = await trade(id, ask);
      return read.ok && id === 'T-1'
        ? readTrade({ ...read.value.raw, 'traded-at': '2026-10-01T10:00:00Z' })
        : read;
    };
  });
  const ids: unknown[] = [];
  let after = '';
  do {
    const answer = await get(`${TRADE_DOWNLOAD_ROUTES.rows.path}?${PERIOD}&rows=1${after}`);
    const { trades, next } = CapturedTradesAnswer.parse(JSON.parse(answer.text));
    ids.push(...trades.map(({ raw }) => (raw as Record<string, unknown>)['trade-id']));
    after = next ? `&after-at=${next.tradedAt}&after-id=${next.id}` : '';
  } while (after !== '');
  expect(ids).toEqual(['T-1', 'T-2', 'T-3']);
});

it('gives them out as a file under its name, in which no text is a formula', async () => {
  const { get } = await captured();
  const answer = await get(
    `${TRADE_DOWNLOAD_ROUTES.file.path}?${PERIOD}&format=csv&preset=desk&separator=;&decimal=,`,
  );
  expect(answer.status).toBe(200);
  expect(nameOf(answer)).toMatch(
    /^spreaddesk-trades-simulator-desk-2026-11-01-to-2026-11-20-semicolon-comma-20261120T\d{9}Z\.csv$/,
  );
  expect(answer.text).toContain(';-4,25;');
  expect(answer.text).not.toMatch(/;=cmd/);
  const lines = await get(
    `${TRADE_DOWNLOAD_ROUTES.file.path}?${PERIOD}&format=jsonl&preset=full&venue=market`,
  );
  expect(lines.text.trim().split('\n')).toHaveLength(1);
});

it('says as JSON what a file of them covers, and why it may not be complete', async () => {
  const { get } = await captured();
  const answer = await get(`${TRADE_DOWNLOAD_ROUTES.file.path}?${PERIOD}&format=about`);
  expect(nameOf(answer)).toMatch(
    /^spreaddesk-trades-simulator-desk-2026-11-01-to-2026-11-20-20261120T\d{9}Z\.about\.json$/,
  );
  expect(JSON.parse(answer.text)).toMatchObject({
    environment: 'simulator',
    from: '2026-11-01',
    to: '2026-11-20',
    trades: 3,
    provisional: 1,
    missing: 0,
    complete: false,
    problems: [
      expect.stringMatching(
        /^2026-11-20 is not over: complete up to 2026-11-20T[\d:.]+Z, but for standard spreads whose .+\.$/,
      ),
      '1 trade without all prices.',
    ],
  });
});

const nameOf = ({ headers }: RawAnswer): string =>
  /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? '';

it('names no two files alike: neither of another form, nor of another moment, nor of one day twice', async () => {
  const { get, clock } = await captured();
  const path = `${TRADE_DOWNLOAD_ROUTES.file.path}?from=2026-11-20&to=2026-11-20`;
  const names = [
    await get(`${path}&format=csv`),
    await get(`${path}&format=csv&separator=;&decimal=,`),
    await get(`${path}&format=csv&separator=%09`),
    await get(`${path}&format=xlsx`),
    await clock.advance(10).then(() => get(`${path}&format=csv`)),
  ].map(nameOf);
  expect(new Set(names).size).toBe(5);
  expect(names[0]).toMatch(/-desk-2026-11-20-comma-point-\d{8}T\d{9}Z\.csv$/);
});

it('says of a file that was given out what that very file holds, with its name and its hash', async () => {
  const { get, post, service, clock } = await captured();
  const address = `${TRADE_DOWNLOAD_ROUTES.file.path}?${PERIOD}&format=csv&preset=full`;
  const file = await get(address);
  service.addTrade({ 'trade-id': 'T-4', commodity: 'power', action: 'buy', quantity: 1, price: 3 });
  const again = TradeDownloadId.parse('00000000-0000-4000-8000-000000000002');
  await post(TRADE_DOWNLOAD_ROUTES.list.path, { id: again, wanted: WANTED });
  for (let look = 0; look < 20; look++) await clock.advance(100);
  const later = await get(address);
  const about = async (name: string): Promise<unknown> =>
    JSON.parse(
      (await get(`${TRADE_DOWNLOAD_ROUTES.file.path}?${PERIOD}&format=about&file=${name}`)).text,
    ) as unknown;
  const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');
  expect(await about(nameOf(file))).toMatchObject({
    trades: 3,
    file: nameOf(file),
    'file-sha-256': hashed(file.text),
    'file-bytes': Buffer.byteLength(file.text),
    columns: 'full',
  });
  expect(await about(nameOf(later))).toMatchObject({ trades: 4, 'file-sha-256': hashed(later.text) });
  expect(await about('another.csv')).toMatchObject({ failure: { kind: 'not-found' } });
});

it('writes down each time trades are taken for a sheet, how many of them are new to it, and once for each session and period that a page reads them', async () => {
  const { get } = await captured();
  const rows = `${TRADE_DOWNLOAD_ROUTES.rows.path}?${PERIOD}`;
  const nothing = 'from=2031-01-01&to=2031-01-02';
  await get(`${TRADE_DOWNLOAD_ROUTES.rows.path}?${nothing}`);
  for (const query of [
    '',
    '&rows=1',
    '&for=sheet&rows=2',
    '&for=sheet&after-at=1&after-id=T-1',
    '&for=sheet',
    '&for=sheet&held=2',
    '&for=sheet&held=3',
    '&for=sheet&held=1&rows=2',
  ])
    await get(rows + query);
  const journal = await get(`${ROUTES.exportJournal.path}?format=jsonl`);
  const given = journal.text.match(/exported [^"]+ into a sheet[^"]*\./g);
  expect(given).toEqual([
    'exported more than 2 trades of 2026-11-01 to 2026-11-20 into a sheet.',
    'exported 3 trades of 2026-11-01 to 2026-11-20 into a sheet.',
    'exported 3 trades of 2026-11-01 to 2026-11-20 into a sheet that had 2: 1 new.',
    'exported 3 trades of 2026-11-01 to 2026-11-20 into a sheet that had 3: 0 new.',
    'exported more than 2 trades of 2026-11-01 to 2026-11-20 into a sheet that had 1.',
  ]);
  const read = journal.text.match(/"entry":"trades-page"[^}]+ looked at the trades of [^"]+/g);
  expect(read).toHaveLength(1);
  expect(read?.[0]).toContain('2026-11-01 to 2026-11-20.');
});

it('fetches again what is kept, and writes down who found which field otherwise, inside what is chained', async () => {
  const { get, post, service, clock } = await captured();
  Object.assign(service.tradeRaws[1] ?? {}, { counterparty: null, price: 2.5 });
  await clock.advance(1_000);
  const again = TradeDownloadId.parse('00000000-0000-4000-8000-000000000003');
  await post(TRADE_DOWNLOAD_ROUTES.list.path, { id: again, wanted: WANTED, anew: true });
  const look = async () =>
    TradeDownloadsAnswer.parse(JSON.parse((await get(TRADE_DOWNLOAD_ROUTES.list.path)).text)).captures[0];
  for (let looks = 0; looks < 200 && (await look())?.state !== 'done'; looks++) await clock.advance(10);
  const changes = [
    { level: 'counterparty', before: '=cmd|calc', after: '(none)' },
    { level: 'price', before: '2', after: '2.5' },
  ];
  expect(await look()).toMatchObject({ changed: ['T-2'], corrections: [{ id: 'T-2', changes }] });
  const written = (await get(`${ROUTES.exportJournal.path}?format=jsonl`)).text.trimEnd().split('\n');
  const entries = written.flatMap((line) => {
    const read = readJsonlLine(line);
    return (read && DeskEntry.safeParse(contentOf(read)).data) ?? [];
  });
  const starter = entries.find(({ entry }) => entry === 'trades-download')?.by;
  expect(entries.filter(({ entry }) => entry === 'trade-corrected')).toMatchObject([
    {
      shown: `${starter?.name} fetched trade T-2 again, and the platform has corrected it: counterparty =cmd|calc → (none), price 2 → 2.5. Empty now: counterparty.`,
      by: starter,
      changes,
    },
  ]);
  const state = async (lines: readonly string[]) => (await verifiedFile(Readable.from(lines))).state;
  expect(await state(written)).toBe('whole');
  expect(await state(written.map((line) => line.replace('price 2 →', 'price 1 →')))).toBe('broken');
});

it('gives out the beginning of a file, just as the whole one begins', async () => {
  const { get } = await captured();
  const address = `${TRADE_DOWNLOAD_ROUTES.file.path}?${PERIOD}&format=csv&separator=;`;
  const [whole, begun] = [await get(address), await get(`${address}&rows=2`)];
  expect(begun.text.trim().split('\r\n')).toHaveLength(3);
  expect(whole.text.startsWith(begun.text)).toBe(true);
  expect(whole.text.length).toBeGreaterThan(begun.text.length);
  expect((await get(`${address}&rows=0`)).text.trim().split('\r\n')).toHaveLength(1);
  expect((await get(`${address}&rows=two`)).status).toBe(400);
});

it('refuses what it cannot read, with a sentence', async () => {
  const { get, post } = await start();
  const refused = [
    await get(`${TRADE_DOWNLOAD_ROUTES.rows.path}?from=yesterday&to=2026-11-20`),
    await get(`${TRADE_DOWNLOAD_ROUTES.rows.path}?${PERIOD}&token=secret`),
    await get(`${TRADE_DOWNLOAD_ROUTES.file.path}?${PERIOD}&format=doc`),
    await get(`${TRADE_DOWNLOAD_ROUTES.file.path}?from=2026-11-20&to=2026-11-01&format=csv`),
    await post(TRADE_DOWNLOAD_ROUTES.list.path, { id: 'mine', wanted: WANTED }),
    await post(TRADE_DOWNLOAD_ROUTES.estimate.path, { wanted: { from: '2026-02-30', to: '2026-03-01' } }),
    await post(`${TRADE_DOWNLOAD_ROUTES.list.path}/${ID}/forget`, {}),
  ];
  for (const answer of refused) {
    expect(answer.status).toBe(400);
    expect(FailureAnswer.parse(JSON.parse(answer.text)).failure.message).not.toBe('');
  }
  expect((await post(pathOf(TRADE_DOWNLOAD_ROUTES.move, { id: ID, step: 'resume' }), {})).status).toBe(404);
});
