import {
  CAPTURE_ESTIMATE_PATH,
  CaptureAnswer,
  CAPTURED_TRADES_PATH,
  CapturedTradesAnswer,
  CAPTURES_PATH,
  captureStepPath,
  EstimateAnswer,
  TRADE_FILE_PATH,
  tradesQuery,
  type CapturedPlace,
  type CapturedRow,
  type CaptureStep,
  type TradeFileStyle,
} from '../contract/desk/captures';
import { FailureAnswer } from '../contract/desk/http';
import { readTrade } from '../contract/service/read-trade';
import { CaptureId, type Capture, type CaptureEstimate, type CaptureWanted } from '../domain/capture';
import type { CapturedTrade } from '../domain/captured-trade';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { Ids } from '../effects/ids';
import { asked, file, type DeskFile, type DeskFilesParts } from './desk-files';
import { json } from './gateway-http';

const DEADLINE_MS = 30_000;

export type { CapturedPlace, TradeFileStyle };

/** Captured trades in their order; `next` is what the following block comes after, absent at the end. */
export interface CapturedBlock {
  readonly trades: readonly CapturedTrade[];
  readonly next?: CapturedPlace | undefined;
}

/** Captures of trades, at the gateway. How they stand is watched as the resource `captures`. Failures are the gateway's own. */
export interface CaptureClient {
  /** What a capture would cost, from what is known. The question costs no call. */
  estimate(wanted: CaptureWanted): Promise<Outcome<CaptureEstimate>>;
  /** An id for one capture, kept by its caller until it has started: the same id twice is one capture. */
  newId(): CaptureId;
  start(id: CaptureId, wanted: CaptureWanted): Promise<Outcome<Capture>>;
  pause(id: CaptureId): Promise<Outcome<Capture>>;
  /** Goes on with what was paused or has failed. */
  resume(id: CaptureId): Promise<Outcome<Capture>>;
  /** Ends it. What was captured stays kept. */
  cancel(id: CaptureId): Promise<Outcome<Capture>>;
  /** A block of captured trades by when they were traded, of at most `rowsMax` (1,000). It costs no call. */
  rows(
    wanted: CaptureWanted,
    block?: { after?: CapturedPlace | undefined; rowsMax?: number },
  ): Promise<Outcome<CapturedBlock>>;
  /** The captured trades as a file; with `rowsMax` it ends after so many, to show how it begins. It costs no call. */
  file(wanted: CaptureWanted, style: TradeFileStyle, rowsMax?: number): Promise<Outcome<DeskFile>>;
}

export type CaptureParts = DeskFilesParts & { readonly ids: Ids };

/** How an answer is read. */
interface Reading<A> {
  safeParse(body: unknown): { readonly success: true; readonly data: A } | { readonly success: false };
}

export const captureClient = (parts: CaptureParts): CaptureClient => ({
  estimate: (wanted) =>
    posted(
      parts,
      { path: CAPTURE_ESTIMATE_PATH, body: { wanted } },
      EstimateAnswer,
      ({ estimate }) => estimate,
    ),
  newId: () => CaptureId.parse(parts.ids.uuid()),
  start: (id, wanted) => capture(parts, CAPTURES_PATH, { id, wanted }),
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

const step = (parts: CaptureParts, id: CaptureId, wanted: CaptureStep): Promise<Outcome<Capture>> =>
  capture(parts, captureStepPath(id, wanted), {});

const capture = (parts: CaptureParts, path: string, body: object): Promise<Outcome<Capture>> =>
  posted(parts, { path, body }, CaptureAnswer, (answer) => answer.capture);

async function posted<A, T>(
  parts: CaptureParts,
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
  parts: CaptureParts,
  wanted: CaptureWanted,
  { after, rowsMax }: { after?: CapturedPlace | undefined; rowsMax?: number } = {},
): Promise<Outcome<CapturedBlock>> {
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
  parts: CaptureParts,
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
