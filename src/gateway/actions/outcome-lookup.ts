import type { Action } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import type { QuoteId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { Quote } from '../../domain/offers';
import { present } from '../../domain/present';
import type { Evidence, Verdict } from '../../domain/verdict/evidence';
import type { Clock } from '../../effects/clock';
import { seenAfter, type EvidenceOptions, type Looked } from './evidence';
import type { Journal } from './journal';
import { verdict } from './kinds/kinds';
import type { EvidencePart, Offered } from './kinds/rules';
import { OwnName } from './own-name';
import type { OutcomeReads } from './shared-reads';
import { TradeSearch } from './trade-search';
import type { TradeShelf } from './trade-shelf';

export interface OutcomeLookupOptions extends EvidenceOptions {
  readonly journal: Pick<Journal, 'read'>;
  readonly trades: Pick<TradeShelf, 'kept' | 'trade'>;
  /** The name of the desk on the platform, where a setting says it. */
  readonly ownName?: string | undefined;
  readonly clock: Clock;
  /** Whether its trades come to all of a quote of this desk. Of none unless said. */
  readonly isTaken?: (id: QuoteId) => boolean;
}

interface Asked {
  readonly lane: Lane;
  /** Number of earlier checks. */
  readonly times: number;
  /** Records to be read; those of the action's kind where absent. */
  readonly parts?: readonly EvidencePart[];
  /** Where several looks share them; its own where absent. */
  readonly reads?: OutcomeReads;
}

interface Found {
  readonly found: Verdict;
  readonly looked: Looked;
  /** The same records beside other actions of the desk than the shown ones. */
  readonly beside: (others: readonly Action[]) => { found: Verdict; evidence: Evidence };
}

/** What became of an action, by the platform's present records and by what this run knows of the desk's own. */
export class OutcomeLookup {
  private readonly search: TradeSearch;
  private readonly ownName: OwnName;
  /** Quotes that the platform let this run withdraw. */
  private readonly withdrawn = new Set<string>();

  constructor(private readonly options: OutcomeLookupOptions) {
    this.search = new TradeSearch(options.trades);
    this.ownName = new OwnName({ ...options, given: options.ownName });
  }

  learnFromOffers(offers: readonly Offered[]): void {
    this.ownName.learnFromOffers(offers);
  }

  tookOff(id: QuoteId): void {
    this.withdrawn.add(id);
  }

  /** It had only said so. */
  didNotTakeOff(id: QuoteId): void {
    this.withdrawn.delete(id);
  }

  /** Reads the desk's own name where only that is missing. */
  async of(action: Action, { lane, times, parts, reads }: Asked): Promise<Found> {
    const { options, ownName, search } = this;
    const now = options.clock.now();
    const { zone, otherVenues, service, isTaken } = options;
    const reading = { zone, otherVenues, service: reads ?? service };
    const looking = { action, now, lane, times, search, options: reading };
    const looked = await seenAfter({ ...looking, ...present({ parts }) });
    ownName.learn(looked.evidence);
    const beside: Found['beside'] = (others) => {
      const name = ownName.nameFor(action);
      const own = { withdrawn: this.withdrawn, ...present({ isTaken, ownName: name }) };
      const evidence: Evidence = { ...looked.evidence, ...own, zone };
      const rest = others.filter((other) => other.id !== action.id);
      return { found: verdict(action, evidence, rest), evidence };
    };
    const judged = (): Verdict => beside(options.journal.read()).found;
    const found = judged();
    const isNameless = (): boolean => ownName.nameFor(action) === undefined;
    if (found.verdict !== 'unknown' || found.evidence === undefined || !isNameless())
      return { found, looked, beside };
    if (factsOf(action.body).leaves === undefined) return { found, looked, beside };
    await ownName.ask(lane);
    const { quotes } = looked.evidence;
    if (isNameless() && quotes?.records.some((quote) => mayBeTaken(quote, found))) {
      // A trade is read for what it says of the name alone.
      const { evidence } = await seenAfter({ ...looking, parts: ['trades'] });
      ownName.learnFromTrades({ ...looked.evidence, ...evidence });
    }
    return { found: isNameless() ? found : judged(), looked, beside };
  }
}

const mayBeTaken = (
  { id, state }: Quote,
  { mayBe = [] }: Extract<Verdict, { readonly verdict: 'unknown' }>,
): boolean => mayBe.includes(id) && state === 'accepted';
