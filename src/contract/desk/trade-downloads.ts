import * as z from 'zod/mini';
import {
  TradeDownload,
  TradeDownloadEstimate,
  TradeDownloadId,
  DownloadSelection,
} from '../../domain/trade-download';
import { Environment } from '../../domain/desk-status';
import { Failure } from '../../domain/failure';
import { TradeId } from '../../domain/identifiers';
import type { ExportPreset } from '../../domain/trade-export/preset';

/** Paths of the gateway's interface for captures of trades. All want the page's token in the header, never in an address. */
export const TRADE_DOWNLOADS_PATH = '/api/captures';
export const TRADE_DOWNLOAD_ESTIMATE_PATH = '/api/captures/estimate';
export const TRADE_DOWNLOAD_STEP_PATH = '/api/captures/:id/:step';
export const CAPTURED_TRADES_PATH = '/api/captured-trades';
export const TRADE_FILE_PATH = '/api/captured-trades/file';

export const TradeDownloadStep = z.enum(['pause', 'resume', 'cancel']);
export type TradeDownloadStep = z.infer<typeof TradeDownloadStep>;
export const tradeDownloadStepPath = (id: TradeDownloadId, step: TradeDownloadStep): string =>
  TRADE_DOWNLOAD_STEP_PATH.replace(':id', encodeURIComponent(id)).replace(':step', step);

/** GET /api/captures: where the desk stands, and its captures, the newest first. Pages watch them as a resource instead. */
export const TradeDownloadsAnswer = z.object({
  environment: Environment,
  signedIn: z.boolean(),
  /** Why nothing can be captured now. */
  failure: z.optional(Failure),
  captures: z.array(TradeDownload),
});
export type TradeDownloadsAnswer = z.infer<typeof TradeDownloadsAnswer>;

/** POST /api/captures/estimate: what a capture would cost. The question costs no call. */
export const EstimateBody = z.strictObject({ wanted: DownloadSelection });
export const EstimateAnswer = z.object({ estimate: TradeDownloadEstimate });

/** POST /api/captures: starts one; the same id again is the same capture. POST …/{id}/pause, resume or cancel: as they say. */
export const StartBody = z.strictObject({ id: TradeDownloadId, wanted: DownloadSelection });
export const TradeDownloadAnswer = z.object({ capture: TradeDownload });

/** A trade's place in the order of captured trades. */
export const CapturedPlace = z.object({ tradedAt: z.number(), id: TradeId });
export type CapturedPlace = z.infer<typeof CapturedPlace>;

export const ROWS_MAX = 1_000;

/** A captured trade as the service wrote it; `fetchedAt` is epoch ms. */
export const CapturedRow = z.object({
  raw: z.unknown(),
  provisional: z.boolean(),
  fetchedAt: z.number(),
  unlisted: z.optional(z.boolean()),
});
export type CapturedRow = z.infer<typeof CapturedRow>;

/**
 * GET /api/captured-trades?from=…&to=…&venue=…&commodity=…&after-at=…&after-id=…&rows=…: captured trades by traded-at, then id,
 * at most so many. `venue` and `commodity` may stand several times. `next` is what the following block comes after.
 */
export const CapturedTradesAnswer = z.object({
  trades: z.array(CapturedRow),
  next: z.optional(CapturedPlace),
});

/**
 * GET /api/captured-trades/file?from=…&to=…&format=…&preset=…: the same as a file, with the name it is to have. With `rows`
 * the first trades alone.
 */
export const TRADE_FORMATS = ['csv', 'xlsx', 'jsonl'] as const;
export const TradeFormat = z.enum(TRADE_FORMATS);
export type TradeFormat = z.infer<typeof TradeFormat>;
export const TRADE_PRESETS = ['desk', 'full', 'acer'] as const satisfies readonly ExportPreset[];
export const TradePreset = z.enum(TRADE_PRESETS);
export type TradePreset = z.infer<typeof TradePreset>;
export const SEPARATORS = [',', ';', '\t'] as const;
export const DECIMALS = ['.', ','] as const;

/** How a file of trades is to be written. */
export const TradeFileStyle = z.object({
  format: TradeFormat,
  preset: z._default(TradePreset, 'desk'),
  /** Between the fields of a CSV file. */
  separator: z.optional(z.enum(SEPARATORS)),
  /** In the numbers of a CSV file. */
  decimal: z.optional(z.enum(DECIMALS)),
});
export type TradeFileStyle = z.infer<typeof TradeFileStyle>;

/** Which trades and how, as a query. */
export function tradesQuery(
  { from, to, venues = [], commodities = [] }: DownloadSelection,
  over: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams({ from, to });
  for (const venue of venues) query.append('venue', venue);
  for (const commodity of commodities) query.append('commodity', commodity);
  for (const [name, value] of Object.entries(over)) if (value !== undefined) query.set(name, value);
  return query.toString();
}
