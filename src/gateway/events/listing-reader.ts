import { answerReaders } from '../../contract/desk/answer-value';
import { success, type Outcome } from '../../domain/failure';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import type { ResourceKey } from '../../domain/resources/resource';
import type { TradeReference } from '../../domain/trade';
import type { Entry } from '../cache/entry';
import type { Ask, Period, Reads } from '../platform/operations';
import { dayOf } from '../platform/zone-time';
import type { Lists } from './comparison';

interface ListingOptions {
  readonly service: Pick<Reads, 'openRequests' | 'concludedRequests' | 'trades'>;
  readonly entries: ReadonlyMap<ResourceKey, Entry>;
  readonly zone: string;
  /** Epoch ms: what was fetched since then need not be asked for again. */
  readonly freshSince: number;
  readonly period: Period;
  /** Another call was made. */
  readonly called: () => void;
}

/** The lists that are compared: as polling has just read them for somebody anyway, or else asked for. */
export async function readLists(
  options: ListingOptions,
): Promise<Outcome<Pick<Lists, 'open' | 'concluded' | 'trades'>>> {
  const { service, period } = options;
  const ask = askOf(options);
  const open = known(options, 'open-requests') ?? (await service.openRequests(ask()));
  if (!open.ok) return open;
  const concluded = known(options, 'concluded-requests') ?? (await service.concludedRequests(period, ask()));
  if (!concluded.ok) return concluded;
  const trades = known(options, 'trades') ?? (await service.trades(period, ask()));
  if (!trades.ok) return trades;
  return success({ open: open.value, concluded: concluded.value, trades: trades.value });
}

/** Each list costs a call, and one more for every page after the first. */
const askOf =
  ({ called }: ListingOptions) =>
  (): Ask => {
    called();
    let isFirst = true;
    return {
      lane: 'polling',
      beside: 'waits',
      pageRead() {
        if (!isFirst) called();
        isFirst = false;
      },
    };
  };

interface Listed {
  'open-requests': Listing<Request>;
  'concluded-requests': Listing<Request>;
  trades: Listing<TradeReference>;
}

/** The newest answer that somebody watches and that says all that asking would. */
function known<K extends keyof Listed>(options: ListingOptions, kind: K): Outcome<Listed[K]> | undefined {
  const fresh = [...options.entries.values()].find((entry) => covers(entry, kind, options));
  if (!fresh?.known) return undefined;
  const read: (raw: unknown) => Outcome<Listed[K]> = READ[kind];
  const outcome = read(JSON.parse(fresh.known.json));
  return outcome.ok ? outcome : undefined;
}

const READ: { [K in keyof Listed]: (raw: unknown) => Outcome<Listed[K]> } = answerReaders;

function covers(
  { resource, known }: Entry,
  kind: string,
  { zone, freshSince, period }: ListingOptions,
): boolean {
  if (resource.kind !== kind || !known || known.fetchedAt < freshSince) return false;
  if (resource.kind === 'open-requests') return true;
  if (resource.kind !== 'trades' && resource.kind !== 'concluded-requests') return false;
  const { from, to } = resource;
  if (from === undefined || from > dayOf(period.from, zone)) return false;
  return to === undefined || to >= dayOf(known.fetchedAt, zone);
}
