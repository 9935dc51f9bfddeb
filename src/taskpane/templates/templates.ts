import type { GatewayClient } from '../../client/client';
import { marksOfPosition } from '../../domain/delivery/position-marks';
import { sentence } from '../../domain/failure';
import type { PositionRow } from '../../domain/position';
import type { Request } from '../../domain/request';
import { isMoving, resourceKey, type Resource } from '../../domain/resources/resource';
import type { CommandResult } from '../app/commands';
import { onSheet, resourcesOf } from '../excel/cell-states';
import type { Sheet } from '../excel/sheet';
import type { SheetPlan } from '../excel/insertion';
import { BLOTTER } from './blotter';
import { CALCULATOR } from './calculator';
import { JOURNAL_SHEET } from './journal';
import { POSITION, profitAndLoss } from './position';
import { pricingSheet, requestsToPrice } from './pricing';
import { quoteSheet, requestsToQuote } from './quote-sheet';
import { REQUEST_SHEET } from './request-sheet';

export type Template =
  | 'blotter'
  | 'calculator'
  | 'journal'
  | 'quote-sheet'
  | 'request-sheet'
  | 'pricing'
  | 'position'
  | 'profit-and-loss';

type Market = Pick<GatewayClient, 'cells' | 'clock' | 'mode' | 'refresh' | 'watch'>;

/** What the sheet is filled with, and of how many requests or marks; `undefined` where they are not known. */
interface Filled {
  readonly plan: SheetPlan;
  readonly rows: number | undefined;
}

interface ReadyMade {
  /** Its cells are read again and again, so that everything else is read less often. */
  readonly isLive?: true;
  readonly filled: (client: Market) => Promise<Filled>;
  /** What to do now, and what it costs, in the two or three lines of a notice: the rest stands on the sheet itself. */
  readonly after: (rows: number | undefined) => string;
}

const SENDS_NOTHING = 'It sends nothing.';
/** A figure would be old before the notice goes: the plan that has the new cells comes moments later. */
const HOW_OFTEN = ' How often its prices come: Today, Calls.';
const UNKNOWN = 'The open requests are not known now: ';
const asking = (rows: number): string =>
  `${rows} ${rows === 1 ? 'request asks' : 'requests ask'} you for a quote`;

const unfilled = (plan: SheetPlan) => (): Promise<Filled> => Promise.resolve({ plan, rows: 0 });
const withRequests =
  (
    planOf: (requests: readonly Request[]) => SheetPlan,
    rowsOf: (open: readonly Request[]) => readonly Request[],
  ) =>
  async (client: Market): Promise<Filled> => {
    const open = await openRequests(client);
    const requests = rowsOf(open ?? []);
    return { plan: planOf(requests), rows: open && requests.length };
  };

const READY_MADE: Readonly<Record<Template, ReadyMade>> = {
  blotter: {
    isLive: true,
    filled: unfilled(BLOTTER),
    after: () => 'It costs calls: one for each open request at every update, two without a quote of others.',
  },
  calculator: { filled: unfilled(CALCULATOR), after: () => 'It costs no call.' },
  journal: {
    filled: unfilled(JOURNAL_SHEET),
    after: () => 'It costs no call. Its first yellow cell chooses what it shows: actions, all, or one state.',
  },
  position: {
    filled: unfilled(POSITION),
    after: () =>
      'It costs no call. It sums the trades that this desk has stored: the room Trades downloads all of a period.',
  },
  'profit-and-loss': {
    async filled(client) {
      const wanted = marksOfPosition(await storedByMonth(client));
      return { plan: profitAndLoss(wanted), rows: wanted?.products.length ?? 0 };
    },
    after: (rows) =>
      `${rows === 0 ? 'Type marks and their prices into its yellow cells' : 'Type prices beside the marks that your stored trades want'}. It costs no call.`,
  },
  'quote-sheet': {
    isLive: true,
    filled: withRequests(quoteSheet, requestsToQuote),
    after: (rows) =>
      !rows
        ? `${rows === 0 ? 'No request asks you for a quote now: ' : UNKNOWN}type request ids into its yellow cells. ${SENDS_NOTHING}`
        : `${asking(rows)}: type prices into its yellow cells. ${SENDS_NOTHING}`,
  },
  'request-sheet': {
    filled: unfilled(REQUEST_SHEET),
    after: () =>
      'Type a request into each yellow row, then check the rows in Bulk, New requests. It costs no call.',
  },
  pricing: {
    isLive: true,
    filled: withRequests(pricingSheet, requestsToPrice),
    after: (rows) =>
      !rows
        ? `${rows === 0 ? 'No request that a curve can price asks you now: ' : UNKNOWN}type marks and request ids into its yellow cells.`
        : `${asking(rows)} that a curve can price: type prices beside the marks, and margins.`,
  },
};

/** Each kind as it is without a market. */
export const PLANS: Readonly<Record<Template, SheetPlan>> = {
  blotter: BLOTTER,
  calculator: CALCULATOR,
  'quote-sheet': quoteSheet([]),
  'request-sheet': REQUEST_SHEET,
  pricing: pricingSheet([]),
  position: POSITION,
  'profit-and-loss': profitAndLoss(),
  journal: JOURNAL_SHEET,
};

/** Inserts a sheet of a kind, and says what it is called, what it costs, and where it stands how often prices come with it. */
export async function insertTemplate(
  kind: Template,
  { sheet, client }: { sheet: Sheet; client: Market },
): Promise<CommandResult> {
  const { filled, after, isLive } = READY_MADE[kind];
  const { plan, rows } = await filled(client);
  const inserted = await sheet.insertSheet(plan);
  if (!inserted.ok) return { text: sentence(inserted.failure), trouble: true };
  const read = new Set<string>();
  if (isLive)
    for (const ms of LOOKS_MS) client.clock.after(ms, () => readOldOn(inserted.value, client, read));
  const text = `${inserted.value} is a new sheet. ${after(rows)}${isLive ? HOW_OFTEN : ''}`;
  return { text, trouble: false };
}

/** After these times the cells of a new sheet are looked at: a large one in a busy workbook takes a while to start. */
const LOOKS_MS = [2_000, 6_000, 15_000];

/** The gateway reads at once what is newly looked at and older than this. */
const OLD_MS = 30_000;

/**
 * Reads once what the new sheet shows and is old: where another sheet shows it too, it is nothing new to the gateway. Not in a workbook whose
 * cells wait to be refreshed by hand. `read`: what was asked for so far.
 */
function readOldOn(sheet: string, client: Market, read: Set<string>): void {
  if (client.mode.now() !== 'live') return;
  const shown = resourcesOf(onSheet(client.cells.all(), sheet));
  const old = shown.filter(
    (resource) => isMoving(resource) && !read.has(resourceKey(resource)) && isOld(resource, client),
  );
  for (const resource of old) read.add(resourceKey(resource));
  if (old.length > 0) client.refresh(old);
}

/** What has no answer yet is on its way. */
function isOld(resource: Resource, client: Market): boolean {
  const seen: { at?: number | undefined } = {};
  const stop = client.watch(
    resource,
    ({ fetchedAt }) => {
      seen.at = fetchedAt;
    },
    { by: 'aside' },
  );
  stop();
  return seen.at !== undefined && client.clock.now() - seen.at > OLD_MS;
}

/** A sheet does not wait for longer for what fills it; it is as good without. */
const WAIT_MS = 3_000;

const OPEN = { kind: 'open-requests' } as const;

/** The open requests, read now: the pane may have told of some that its list has not yet. As they are known where that takes too long, if they are. */
const openRequests = (client: Market): Promise<readonly Request[] | undefined> =>
  new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const pressedAt = client.clock.now();
    let known: { readonly requests: readonly Request[]; readonly at: number } | undefined;
    const done = (requests: readonly Request[] | undefined): void => {
      resolve(requests);
      // The first answer may come before there is anything to stop.
      queueMicrotask(() => stops.forEach((stop) => stop()));
    };
    stops.push(client.clock.after(WAIT_MS, () => done(known?.requests)));
    stops.push(
      client.watch(OPEN, ({ value, fetchedAt = 0, failure }) => {
        if (value && (fetchedAt >= pressedAt || fetchedAt > (known?.at ?? fetchedAt))) done(value.records);
        else if (value) known = { requests: value.records, at: fetchedAt };
        if (failure) done(value?.records);
      }),
    );
    client.refresh([OPEN]);
  });

/** The position by month, as the gateway keeps it; none where it does not tell it at once. */
const storedByMonth = (client: Market): Promise<readonly PositionRow[]> =>
  new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const done = (rows: readonly PositionRow[]): void => {
      resolve(rows);
      queueMicrotask(() => stops.forEach((stop) => stop()));
    };
    stops.push(client.clock.after(WAIT_MS, () => done([])));
    stops.push(
      client.watch({ kind: 'position', by: 'month' }, ({ value, failure }) => {
        if (value || failure) done(value?.rows ?? []);
      }),
    );
  });
