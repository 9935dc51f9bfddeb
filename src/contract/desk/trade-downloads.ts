import * as z from 'zod/mini';
import {
  TradeDownload,
  TradeDownloadEstimate,
  TradeDownloadId,
  DownloadSelection,
} from '../../domain/trade-download';
import { Day } from '../../domain/day';
import { Environment } from '../../domain/desk-status';
import { Failure } from '../../domain/failure';
import { TradeId } from '../../domain/identifiers';
import { momentInName } from '../../domain/moment-in-name';
import type { ExportPreset } from '../../domain/trade-export/preset';
import { body, type Routes } from './routes';

export const TradeDownloadStep = z.enum(['pause', 'resume', 'cancel']);
export type TradeDownloadStep = z.infer<typeof TradeDownloadStep>;

/** Where the desk stands, and its captures, the newest first. Pages watch them as a resource instead. */
export const TradeDownloadsAnswer = z.object({
  environment: Environment,
  signedIn: z.boolean(),
  /** The service's day, by which "yesterday" is meant. */
  today: Day,
  /** Why nothing can be captured now. */
  failure: z.optional(Failure),
  captures: z.array(TradeDownload),
});
export type TradeDownloadsAnswer = z.infer<typeof TradeDownloadsAnswer>;

/** What a capture would cost. The question costs no call. */
export const EstimateBody = z.strictObject({ wanted: DownloadSelection, anew: z.optional(z.boolean()) });
export type EstimateBody = z.infer<typeof EstimateBody>;
export const EstimateAnswer = z.object({ estimate: TradeDownloadEstimate });

/** Starts one; the same id again is the same capture. `anew`: also what is kept and final is fetched again. */
export const StartBody = z.strictObject({
  id: TradeDownloadId,
  wanted: DownloadSelection,
  anew: z.optional(z.boolean()),
});
export type StartBody = z.infer<typeof StartBody>;
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

/** Captured trades by traded-at, then id. `next` is what the following block comes after. */
export const CapturedTradesAnswer = z.object({
  trades: z.array(CapturedRow),
  next: z.optional(CapturedPlace),
});
export type CapturedTradesAnswer = z.infer<typeof CapturedTradesAnswer>;

export const TRADE_FORMATS = ['csv', 'xlsx', 'jsonl', 'about'] as const;
/** `about`: what a file of these trades covers, as JSON. */
export const TradeFormat = z.enum(TRADE_FORMATS);
export type TradeFormat = z.infer<typeof TradeFormat>;
export const TRADE_PRESETS = ['desk', 'full', 'acer', 'acer-legs'] as const satisfies readonly ExportPreset[];
const TradePreset = z.enum(TRADE_PRESETS);
type TradePreset = z.infer<typeof TradePreset>;
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
  /** Of `about`: the name of a file that was given out before, which it is about. Of others: the name under which it is written, for the journal. */
  file: z.optional(z.string()),
});
export type TradeFileStyle = z.infer<typeof TradeFileStyle>;

/** What the format `about` says: as much of it as is shown. */
const CoverageAnswer = z.object({
  trades: z.number(),
  'complete-until': z.nullable(z.string()),
  'list-read-at': z.array(z.string()),
  complete: z.boolean(),
  problems: z.array(z.string()),
  cancelled: z.optional(z.number()),
  'fuller-later': z.optional(z.boolean()),
});
export type CoverageAnswer = z.infer<typeof CoverageAnswer>;

export function coverageIn(text: string): CoverageAnswer | undefined {
  try {
    return CoverageAnswer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The routes for captures of trades, apart from the others because a page loads them with its room of trades. */
export const TRADE_DOWNLOAD_ROUTES = {
  list: { method: 'GET', path: '/api/captures', answer: TradeDownloadsAnswer },
  estimate: {
    method: 'POST',
    path: '/api/captures/estimate',
    body: body<EstimateBody>(),
    answer: EstimateAnswer,
  },
  start: { method: 'POST', path: '/api/captures', body: body<StartBody>(), answer: TradeDownloadAnswer },
  /** `:step` is pause, resume or cancel. */
  move: { method: 'POST', path: '/api/captures/:id/:step', answer: TradeDownloadAnswer },
  /**
   * `?from=…&to=…&venue=…&commodity=…&after-at=…&after-id=…&rows=…&for=…&held=…`; `venue` and `commodity` may stand several times. With `for=sheet`
   * the first block is a line of the journal, which says how many are new to a table that has `held` trades.
   */
  rows: { method: 'GET', path: '/api/captured-trades', answer: CapturedTradesAnswer },
  /** `?from=…&to=…&format=…&preset=…`: the same trades as a file with its name. With `rows` the first ones alone. */
  file: { method: 'GET', path: '/api/captured-trades/file' },
} as const satisfies Routes;

const SEPARATOR_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
const DECIMAL_NAMES = { '.': 'point', ',': 'comma' } as const;

/**
 * "spreaddesk-trades-simulator-desk-power-2026-11-01-to-2026-11-22-semicolon-comma-20261122T120135482Z.csv": neither another
 * selection nor another form or moment writes over it. The name of a file about another one begins with that one's.
 */
export function tradeFileName(
  { from, to, venues = [], commodities = [] }: DownloadSelection,
  { format, preset, separator = ',', decimal = '.', file }: TradeFileStyle,
  written?: { readonly environment: Environment; readonly at: number },
): string {
  if (file !== undefined && format === 'about') return `${file}.about.json`;
  const names = [...venues, ...commodities].map((name) => name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-'));
  const parts = [
    'spreaddesk-trades',
    written?.environment,
    preset,
    ...names,
    from === to ? from : `${from}-to-${to}`,
    ...(format === 'csv' ? [SEPARATOR_NAMES[separator], DECIMAL_NAMES[decimal]] : []),
    written && momentInName(written.at),
  ];
  return `${parts.filter(Boolean).join('-')}.${format === 'about' ? 'about.json' : format}`;
}

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
