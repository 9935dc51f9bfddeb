import type { ProgramPreview, ProgramPreviewBody } from '../../contract/desk/programs';
import { callsOf } from '../../domain/bulk/cost';
import { deviationOf, worstOf, type Deviation } from '../../domain/bulk/deviation';
import type { Outcome } from '../../domain/failure';
import { ActionId, type RequestId } from '../../domain/identifiers';
import { acceptanceOf } from '../../domain/limits/accepted-warnings';
import type { Quote } from '../../domain/offers';
import type { OwnQuote } from '../../domain/own-offers';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import type { Bounds } from '../../domain/program/bounds';
import { beyondLive, liveAmounts, rowVerdict, summed, type LiveAmounts } from '../../domain/program/guards';
import type { WantedRow } from '../../domain/program/wanted';
import type { Request } from '../../domain/request';
import type { Clock } from '../../effects/clock';
import type { Ids } from '../../effects/ids';
import { offerProblem } from '../actions/kinds/offers';
import { PROGRAMS_WAIT_FOR_NOBODY } from '../actions/action-errors';
import type { LimitsCheck } from '../actions/limits-check';
import { besideTwin, bodyOf } from './program-body';
import { legsOf, onlyInforms, pricesAround, type ProgramMarket } from './row-market';

/** A request with the quotes on it, as they were read. */
export interface ReadRequest {
  readonly request: Request;
  readonly offers: readonly Quote[];
}

export interface PreviewOptions {
  readonly own: { read(): readonly OwnQuote[] };
  readonly market: ProgramMarket;
  /** What an action is held to, and its price against, just before it is sent. */
  readonly limits: Pick<LimitsCheck, 'findings' | 'asks' | 'market'>;
  /** Reads a request and the quotes on it, in a person's lane, and what else is said of its market where that is not known. */
  readonly read: (id: RequestId) => Promise<Outcome<ReadRequest>>;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface Asked extends PreviewOptions {
  readonly by: By | undefined;
  readonly bounds: Bounds;
  readonly callsLeft: number;
}

type PreviewRow = ProgramPreview['rows'][number];
const HOUR_MS = 3_600_000;

/** What a start would do now, row by row. Requests and offers are read for it; nothing is sent. */
export async function previewOf(
  { kind, rows, changesPerHour }: ProgramPreviewBody,
  asked: Asked,
): Promise<ProgramPreview> {
  const { bounds, callsLeft } = asked;
  const one = callsOf([kind === 'quotes' ? 'send-quote' : 'send-proposal']);
  const live: LiveAmounts[] = [];
  const deviations: Deviation[] = [];
  const told: PreviewRow[] = [];
  const reads = await Promise.all(
    rows.map(async (row) => [row, row.offer && (await asked.read(row.requestId))] as const),
  );
  for (const [row, read] of reads) {
    const { row: at, requestId, direction } = row;
    const tell = (would: PreviewRow['would'], says?: string, more: Partial<PreviewRow> = {}): void =>
      void told.push({ row: at, requestId, direction, would, ...present({ says }), findings: [], ...more });
    if (read?.ok === false) tell('held', read.failure.message);
    else if (!read || !row.offer) tell('nothing', row.why);
    else {
      const { would, says, ...more } = lookedAt(
        { ...row, offer: row.offer },
        { ...asked, kind, read: read.value, live },
      );
      const { findings, deviation } = more;
      const goes = would === 'send' || would === 'change';
      const legs = goes && !onlyInforms(kind) ? legsOf(bodyOf(kind, row, row.offer), read.value.request) : [];
      const amounts = liveAmounts(legs);
      live.push(amounts);
      if (more.full && goes) deviations.push(more.full);
      const calls = one + (kind === 'quotes' && would === 'change' ? 1 : 0);
      const comes = goes ? { calls, ...summed([amounts]) } : undefined;
      tell(would, says, { findings, ...present({ deviation, comes }) });
    }
  }
  const { byPercent, byAmount } = worstOf(deviations);
  const { volumes, notionals } = summed(live);
  const each = kind === 'quotes' ? one + 1 : one;
  // What is read to keep requests known: half the age that they may have, request and offers.
  const reading = (rows.length * 2 * HOUR_MS) / (bounds.dataAgeMs / 2);
  return {
    rows: told,
    worst: present({ percent: byPercent?.percent, amount: byAmount?.amount }),
    callsNow: told.reduce((sum, { comes }) => sum + (comes?.calls ?? 0), 0),
    ...(changesPerHour !== undefined && { callsPerHour: Math.ceil(changesPerHour * each + reading) }),
    callsPerHourMax: Math.ceil(bounds.changesPerMinute * 60 * each + reading),
    callsLeft,
    bounds,
    volumes,
    notionals,
  };
}

type Looked = Pick<PreviewRow, 'would' | 'says' | 'findings' | 'deviation'> & {
  readonly full?: Deviation | undefined;
};

function lookedAt(
  row: WantedRow & { readonly offer: NonNullable<WantedRow['offer']> },
  asked: Omit<Asked, 'read'> &
    Pick<ProgramPreviewBody, 'kind'> & { readonly read: ReadRequest; readonly live: readonly LiveAmounts[] },
): Looked {
  const { own, limits, clock, ids, by, bounds, kind, read, live } = asked;
  const { request } = read;
  const market = { ...asked.market, quotes: () => read.offers };
  const around = pricesAround(row, request, { market, own: own.read() });
  const verdict = rowVerdict(row, { ...around, now: clock.now() }, bounds);
  const body = bodyOf(kind, row, row.offer);
  const action = { id: ActionId.parse(ids.uuid()), body, ...present({ by }) };
  const found = limits.findings(action, read);
  const warnings = found.warnings.filter(({ code }) => code !== 'duplicate');
  const reference = limits.market(action, read)?.price;
  const full =
    around.price !== undefined && reference !== undefined
      ? deviationOf(around.price, reference, { isNet: around.isNet })
      : undefined;
  const more = {
    findings: warnings.map((finding) => ({ message: finding.message, accepts: acceptanceOf(finding) })),
    ...(full && {
      full,
      deviation: { market: full.market, amount: full.amount, ...present({ percent: full.percent }) },
    }),
  };
  if (verdict.may !== 'send') return { would: verdict.may, says: verdict.says, ...more };
  const [block] = found.blocks;
  const beyond = onlyInforms(kind) ? undefined : beyondLive(legsOf(body, request), live, bounds);
  const refused = offerProblem(request, body, kind === 'quotes' ? QUOTING : undefined);
  const approval = limits.asks(action, read) ? PROGRAMS_WAIT_FOR_NOBODY.message : undefined;
  const says = refused?.message ?? block?.message ?? beyond ?? approval;
  if (says !== undefined) return { would: 'held', says, ...more };
  const there = own
    .read()
    .filter(
      (quote) => kind === 'quotes' && quote.requestId === row.requestId && quote.direction === row.direction,
    );
  const twin = there.find(({ isTwin }) => isTwin);
  if (twin) return { would: 'held', says: besideTwin(twin.quoteId), ...more };
  // Whoever sent what stands there: it is replaced, also where it is what the sheet wants.
  return { would: there.length > 0 ? 'change' : 'send', ...more };
}

const QUOTING = { role: 'recipient', otherwise: '' } as const;
