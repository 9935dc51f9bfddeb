import type { GatewayClient } from '../../client/client';
import { sentence } from '../../domain/failure';
import type { Request } from '../../domain/request';
import type { CommandResult } from '../app/commands';
import type { Sheet } from '../excel/sheet';
import type { SheetPlan } from '../excel/insertion';
import { BLOTTER } from './blotter';
import { CALCULATOR } from './calculator';
import { quoteSheet, requestsToQuote } from './quote-sheet';

export type Template = 'blotter' | 'calculator' | 'quote-sheet';

/** Each kind as it is without a market. */
export const PLANS: Readonly<Record<Template, SheetPlan>> = {
  blotter: BLOTTER,
  calculator: CALCULATOR,
  'quote-sheet': quoteSheet([]),
};

type Market = Pick<GatewayClient, 'watch' | 'clock'>;

/** Inserts a sheet of a kind, and says what it is called and what it costs. */
export async function insertTemplate(
  kind: Template,
  { sheet, client }: { sheet: Sheet; client: Market },
): Promise<CommandResult> {
  const toQuote = kind === 'quote-sheet' ? requestsToQuote(await openRequests(client)) : [];
  const inserted = await sheet.insertSheet(kind === 'quote-sheet' ? quoteSheet(toQuote) : PLANS[kind]);
  if (!inserted.ok) return { text: sentence(inserted.failure), trouble: true };
  const after = kind === 'quote-sheet' ? afterQuoteSheet(toQuote.length) : AFTER[kind];
  return { text: `${inserted.value} is a new sheet. ${after}`, trouble: false };
}

const AFTER: Readonly<Record<Exclude<Template, 'quote-sheet'>, string>> = {
  blotter: 'It costs calls as long as it is in the book: one for each open request at every update.',
  calculator: 'It costs no call.',
};

const COSTS = 'It sends nothing, and its live cells cost calls.';
const afterQuoteSheet = (requests: number): string =>
  requests === 0
    ? `No request asks you for a quote now: type request ids into its yellow cells. ${COSTS}`
    : `${requests} ${requests === 1 ? 'request asks' : 'requests ask'} you for a quote: type prices into its yellow cells. ${COSTS}`;

/** A sheet does not wait for longer for what fills it; it is as good without. */
const WAIT_MS = 3_000;

/** The open requests as the desk knows them, or none when they cannot be had soon. */
const openRequests = (client: Market): Promise<readonly Request[]> =>
  new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const done = (requests: readonly Request[]): void => {
      resolve(requests);
      // The first answer may come before there is anything to stop.
      queueMicrotask(() => stops.forEach((stop) => stop()));
    };
    stops.push(client.clock.after(WAIT_MS, () => done([])));
    stops.push(
      client.watch({ kind: 'open-requests' }, ({ value, failure }) => {
        if (value) done(value.records);
        else if (failure) done([]);
      }),
    );
  });
