import {
  TRADE_DOWNLOAD_ESTIMATE_PATH,
  TradeDownloadAnswer,
  CAPTURED_TRADES_PATH,
  CapturedTradesAnswer,
  TRADE_DOWNLOADS_PATH,
  tradeDownloadStepPath,
  EstimateAnswer,
  TRADE_FILE_PATH,
  tradesQuery,
  type CapturedPlace,
  type CapturedRow,
  type TradeDownloadStep,
  type TradeFileStyle,
} from '../contract/desk/trade-downloads';
import { FailureAnswer } from '../contract/desk/http';
import { readTrade } from '../contract/service/read-trade';
import {
  TradeDownloadId,
  type TradeDownload,
  type TradeDownloadEstimate,
  type DownloadSelection,
} from '../domain/trade-download';
import type { CapturedTrade } from '../domain/trade';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { Ids } from '../effects/ids';
import { asked, file, type GatewayFile, type FileParts } from './gateway-files';
import { json } from './http';

const DEADLINE_MS = 30_000;

export type { CapturedPlace, TradeFileStyle };

/** Captured trades in their order; `next` is what the following block comes after, absent at the end. */
export interface DownloadedBlock {
  readonly trades: readonly CapturedTrade[];
  readonly next?: CapturedPlace | undefined;
}

/** Captures of trades, at the gateway. How they stand is watched as the resource `captures`. Failures are the gateway's own. */
export interface TradeDownloadClient {
  /** What a capture would cost, from what is known. The question costs no call. */
  estimate(wanted: DownloadSelection): Promise<Outcome<TradeDownloadEstimate>>;
  /** An id for one capture, kept by its caller until it has started: the same id twice is one capture. */
  newId(): TradeDownloadId;
  start(id: TradeDownloadId, wanted: DownloadSelection): Promise<Outcome<TradeDownload>>;
  pause(id: TradeDownloadId): Promise<Outcome<TradeDownload>>;
  /** Goes on with what was paused or has failed. */
  resume(id: TradeDownloadId): Promise<Outcome<TradeDownload>>;
  /** Ends it. What was captured stays kept. */
  cancel(id: TradeDownloadId): Promise<Outcome<TradeDownload>>;
  /** A block of captured trades by when they were traded, of at most `rowsMax` (1,000). It costs no call. */
  rows(
    wanted: DownloadSelection,
    block?: { after?: CapturedPlace | undefined; rowsMax?: number },
  ): Promise<Outcome<DownloadedBlock>>;
  /** The captured trades as a file; with `rowsMax` it ends after so many, to show how it begins. It costs no call. */
  file(wanted: DownloadSelection, style: TradeFileStyle, rowsMax?: number): Promise<Outcome<GatewayFile>>;
}

export type TradeDownloadParts = FileParts & { readonly ids: Ids };

/** How an answer is read. */
interface Reading<A> {
  safeParse(body: unknown): { readonly success: true; readonly data: A } | { readonly success: false };
}

export const tradeDownloadClient = (parts: TradeDownloadParts): TradeDownloadClient => ({
  estimate: (wanted) =>
    posted(
      parts,
      { path: TRADE_DOWNLOAD_ESTIMATE_PATH, body: { wanted } },
      EstimateAnswer,
      ({ estimate }) => estimate,
    ),
  newId: () => TradeDownloadId.parse(parts.ids.uuid()),
  start: (id, wanted) => capture(parts, TRADE_DOWNLOADS_PATH, { id, wanted }),
  pause: (id) => step(parts, id, 'pause'),
  resume: (id) => step(parts, id, 'resume'),
  cancel: (id) => step(parts, id, 'cancel'),
  rows: (wanted, block) => rows(parts, wanted, block),
  file: (wanted, style, rowsMax) => {
    const { from, to } = wanted;
    const path = `${TRADE_FILE_PATH}?${tradesQuery(wanted, { ...style, rows: rowsMax?.toFixed() })}`;
    return file(parts, path, `spreaddesk-trades-${from}-to-${to}.${style.format}`);
  },
});

const step = (
  parts: TradeDownloadParts,
  id: TradeDownloadId,
  wanted: TradeDownloadStep,
): Promise<Outcome<TradeDownload>> => capture(parts, tradeDownloadStepPath(id, wanted), {});

const capture = (parts: TradeDownloadParts, path: string, body: object): Promise<Outcome<TradeDownload>> =>
  posted(parts, { path, body }, TradeDownloadAnswer, (answer) => answer.capture);

async function posted<A, T>(
  parts: TradeDownloadParts,
  { path, body }: { path: string; body: object },
  schema: Reading<A>,
  value: (answer: A) => T,
): Promise<Outcome<T>> {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(body), deadlineMs: DEADLINE_MS } as const;
  const answer = await read(parts, path, sent, schema);
  return answer.ok ? success(value(answer.value)) : answer;
}

async function rows(
  parts: TradeDownloadParts,
  wanted: DownloadSelection,
  { after, rowsMax }: { after?: CapturedPlace | undefined; rowsMax?: number } = {},
): Promise<Outcome<DownloadedBlock>> {
  const query = tradesQuery(wanted, {
    rows: rowsMax?.toFixed(),
    'after-at': after?.tradedAt.toFixed(),
    'after-id': after?.id,
  });
  const path = `${CAPTURED_TRADES_PATH}?${query}`;
  const got = { method: 'GET', headers: {}, deadlineMs: DEADLINE_MS } as const;
  const answer = await read(parts, path, got, CapturedTradesAnswer);
  if (!answer.ok) return answer;
  const { trades, next } = answer.value;
  return success({ trades: trades.flatMap(captured), ...(next && { next }) });
}

/** The gateway reads every record before it keeps it; one that this page cannot read is left out. */
function captured({ raw, provisional, fetchedAt, unlisted }: CapturedRow): CapturedTrade[] {
  const trade = readTrade(raw);
  return trade.ok ? [{ trade: trade.value, provisional, fetchedAt, ...(unlisted && { unlisted }) }] : [];
}

async function read<A>(
  parts: TradeDownloadParts,
  path: string,
  sent: Parameters<typeof asked>[2],
  schema: Reading<A>,
): Promise<Outcome<A>> {
  const answer = await asked(parts, path, sent);
  if (!answer.ok) return answer;
  const body = json((await answer.value?.content.text()) ?? '');
  const refusal = FailureAnswer.safeParse(body);
  if (refusal.success) return failed(refusal.data.failure);
  const parsed = schema.safeParse(body);
  return parsed.success ? success(parsed.data) : failed(NO_ANSWER);
}

const NO_ANSWER: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway does not answer.',
  next: 'Check that it is running and look at the captures it shows before you ask again.',
};
