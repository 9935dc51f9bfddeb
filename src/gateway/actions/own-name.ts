import type { Action } from '../../domain/action';
import type { LeftOffer } from '../../domain/actions/facts';
import { factsOf } from '../../domain/actions/kinds';
import type { ActionId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import { sameName, type Evidence } from '../../domain/verdict/evidence';
import { nameInTrade } from '../../domain/verdict/name-in-trade';
import type { Ask, Reads } from '../platform/operations';
import type { Journal } from './journal';
import type { Offered } from './kinds/rules';

interface OwnNameOptions {
  /** By a setting. */
  readonly given?: string | undefined;
  readonly journal: Pick<Journal, 'read'>;
  readonly service: Pick<Reads, 'quotes' | 'proposals' | 'counteroffers'>;
}

type Named = readonly { readonly id: string; readonly counterparty?: string }[];

/** Which list an offer of the desk's own stands in. */
const LISTS = { quote: 'quotes', proposal: 'proposals', counteroffer: 'counteroffers' } as const;
const OFFERS = ['quote', 'proposal', 'counteroffer'] as const satisfies readonly LeftOffer[];

/**
 * The name under which the platform lists the desk's own offers: by a setting, or learned from records that are known as the
 * desk's own by their numbers, and from trades. Where such records bear several names, the name is not known.
 */
export class OwnName {
  private readonly proven: string[] = [];
  private readonly taught: string[] = [];
  private readonly asked = new Set<ActionId>();

  constructor(private readonly options: OwnNameOptions) {}

  /**
   * By which the records of this action are judged. What a person or a trade taught tells what became of one that is not known, and that
   * there are two: it corrects nothing that a person or the platform said.
   */
  nameFor(action: Action): string | undefined {
    const taught = this.proven.length === 0 && isOpenOrFound(action) ? this.taught : [];
    const [only, second] = [...this.proven, ...taught];
    return this.options.given ?? (second === undefined ? only : undefined);
  }

  /** Takes the name from the desk's own offers among those that were read. */
  learn(evidence: Pick<Evidence, 'quotes' | 'proposals' | 'counteroffers'>): void {
    for (const offer of OFFERS) this.learnFrom(offer, evidence[LISTS[offer]]?.records ?? []);
  }

  learnFromOffers(offers: readonly Offered[]): void {
    this.learnFrom(
      'quote',
      offers.filter((offer) => !('kind' in offer)),
    );
    this.learnFrom(
      'proposal',
      offers.filter((offer) => 'kind' in offer),
    );
  }

  /**
   * Takes the name from trades that are listed to the desk. It proves no more than what a person taught: that all of them are of its own account
   * is not stated (interface document, section 1).
   */
  learnFromTrades(evidence: Pick<Evidence, 'request' | 'quotes' | 'trades'>): void {
    if (this.options.given !== undefined) return;
    for (const trade of evidence.trades?.records ?? []) {
      const name = nameInTrade(trade, evidence);
      if (name !== undefined) add(this.taught, name);
    }
  }

  /** Reads one list in which an offer of the desk's own stands, each once. */
  async ask(lane: Lane): Promise<void> {
    const own = this.own()
      .filter((action) => isProven(action) || this.taught.length === 0)
      .sort((a, b) => Number(isProven(b)) - Number(isProven(a)))
      .find(({ id }) => !this.asked.has(id));
    const leaves = own && factsOf(own.body).leaves;
    if (this.proven.length > 0 || !leaves || !('requestId' in own.body)) return;
    this.asked.add(own.id);
    const { service } = this.options;
    const how: Ask = { lane, beside: 'joins' };
    const list = await service[LISTS[leaves]](own.body.requestId, how);
    if (list.ok) this.learnFrom(leaves, list.value.records);
  }

  private learnFrom(offer: LeftOffer, records: Named): void {
    // A configured name takes precedence.
    if (this.options.given !== undefined || records.length === 0) return;
    const made = this.own().filter((action) => factsOf(action.body).leaves === offer);
    for (const { id, counterparty } of records) {
      const own = made.filter((action) => madeBy(action) === id);
      if (counterparty === undefined || own.length === 0) continue;
      add(own.some(isProven) ? this.proven : this.taught, counterparty);
    }
  }

  private own(): readonly Action[] {
    return this.options.journal
      .read()
      .filter((action) => action.state === 'done' && madeBy(action) !== undefined);
  }
}

/** What a person resolved, and what was found by its terms under a name, proves less than the platform's own answer. */
const isProven = ({ settledBy, isFound }: Action): boolean => settledBy === undefined && !isFound;

const isOpenOrFound = ({ state, isFound, isDoubted, settledBy }: Action): boolean =>
  (state === 'unknown' || isFound === true) && !isDoubted && settledBy === undefined;

function add(names: string[], name: string): void {
  if (!names.some((known) => sameName(known, name))) names.push(name);
}

/** The number of the offer that an action left. */
function madeBy(action: Action): string | undefined {
  const { leaves, makes } = factsOf(action.body);
  return leaves && makes && action[makes];
}
