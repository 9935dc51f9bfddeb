import {
  TRADE_DOWNLOAD_ROUTES as ROUTES,
  tradeFileName,
  tradesQuery,
  type CapturedPlace,
  type CapturedRow,
  type TradeDownloadStep,
  type TradeFileStyle,
} from '../contract/desk/trade-downloads';
import { pathOf } from '../contract/desk/routes';
import { readTrade } from '../contract/service/read-trade';
import {
  TradeDownloadId,
  type TradeDownload,
  type TradeDownloadEstimate,
  type DownloadSelection,
} from '../domain/trade-download';
import type { CapturedTrade } from '../domain/trade';
import { success, type Failure, type Outcome } from '../domain/failure';
import type { Ids } from '../effects/ids';
import { call, download, type Gateway, type GatewayFile } from './http';

const DEADLINE_MS = 30_000;

export type { CapturedPlace, TradeFileStyle };
export { coverageIn, type CoverageAnswer } from '../contract/desk/trade-downloads';

/** Captured trades in their order; `next` is what the following block comes after, absent at the end. */
export interface DownloadedBlock {
  readonly trades: readonly CapturedTrade[];
  readonly next?: CapturedPlace | undefined;
}

/** `forSheet`: they are put into a workbook, which is a line of the journal; `held`: trades that its table has already. */
interface Block {
  readonly after?: CapturedPlace | undefined;
  readonly rowsMax?: number;
  readonly forSheet?: boolean;
  readonly held?: number | undefined;
}

/** `anew`: details that are kept and final are fetched again too. */
interface Reading {
  readonly anew: boolean;
}

/** Captures of trades, at the gateway. How they stand is watched as the resource `captures`. Failures are the gateway's own. */
export interface TradeDownloadClient {
  /** What a capture would cost, from what is known. The question costs no call. */
  estimate(wanted: DownloadSelection, how?: Reading): Promise<Outcome<TradeDownloadEstimate>>;
  /** An id for one capture, kept by its caller until it has started: the same id twice is one capture. */
  newId(): TradeDownloadId;
  start(id: TradeDownloadId, wanted: DownloadSelection, how?: Reading): Promise<Outcome<TradeDownload>>;
  pause(id: TradeDownloadId): Promise<Outcome<TradeDownload>>;
  /** Goes on with what was paused or has failed. */
  resume(id: TradeDownloadId): Promise<Outcome<TradeDownload>>;
  /** Ends it. What was captured stays kept. */
  cancel(id: TradeDownloadId): Promise<Outcome<TradeDownload>>;
  /** A block of captured trades by when they were traded, of at most `rowsMax` (1,000). It costs no call. */
  rows(wanted: DownloadSelection, block?: Block): Promise<Outcome<DownloadedBlock>>;
  /** The captured trades as a file; with `rowsMax` it ends after so many, to show how it begins. It costs no call. */
  file(wanted: DownloadSelection, style: TradeFileStyle, rowsMax?: number): Promise<Outcome<GatewayFile>>;
}

export type TradeDownloadOptions = Gateway & { readonly ids: Ids };

const NO_ANSWER: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway does not answer.',
  next: 'Check that it is running, and check the list of downloads before you start it again.',
};
const asking = { deadlineMs: DEADLINE_MS, unanswered: NO_ANSWER };

export const tradeDownloadClient = (options: TradeDownloadOptions): TradeDownloadClient => ({
  async estimate(wanted, how) {
    const answer = await call(options, ROUTES.estimate, { body: { wanted, ...how }, ...asking });
    return answer.ok ? success(answer.value.estimate) : answer;
  },
  newId: () => TradeDownloadId.parse(options.ids.uuid()),
  start: async (id, wanted, how) =>
    captureIn(await call(options, ROUTES.start, { body: { id, wanted, ...how }, ...asking })),
  pause: (id) => move(options, id, 'pause'),
  resume: (id) => move(options, id, 'resume'),
  cancel: (id) => move(options, id, 'cancel'),
  rows: (wanted, block) => rows(options, wanted, block),
  file: (wanted, style, rowsMax) =>
    download(options, ROUTES.file, {
      query: tradesQuery(wanted, { ...style, rows: rowsMax?.toFixed() }),
      name: tradeFileName(wanted, style),
    }),
});

async function move(
  gateway: Gateway,
  id: TradeDownloadId,
  step: TradeDownloadStep,
): Promise<Outcome<TradeDownload>> {
  const path = pathOf(ROUTES.move, { id, step });
  return captureIn(await call(gateway, ROUTES.move, { path, ...asking }));
}

const captureIn = (answer: Outcome<{ capture: TradeDownload }>): Outcome<TradeDownload> =>
  answer.ok ? success(answer.value.capture) : answer;

async function rows(
  gateway: Gateway,
  wanted: DownloadSelection,
  { after, rowsMax, forSheet = false, held }: Block = {},
): Promise<Outcome<DownloadedBlock>> {
  const query = tradesQuery(wanted, {
    for: forSheet ? 'sheet' : undefined,
    held: held?.toFixed(),
    rows: rowsMax?.toFixed(),
    'after-at': after?.tradedAt.toFixed(),
    'after-id': after?.id,
  });
  const answer = await call(gateway, ROUTES.rows, { path: `${ROUTES.rows.path}?${query}`, ...asking });
  if (!answer.ok) return answer;
  const { trades, next } = answer.value;
  return success({ trades: trades.flatMap(captured), ...(next && { next }) });
}

/** The gateway reads every record before it keeps it; one that this page cannot read is left out. */
function captured({ raw, provisional, fetchedAt, unlisted }: CapturedRow): CapturedTrade[] {
  const trade = readTrade(raw);
  return trade.ok ? [{ trade: trade.value, provisional, fetchedAt, ...(unlisted && { unlisted }) }] : [];
}
