import type { Action } from '../../domain/action';
import type { LeftOffer } from '../../domain/actions/facts';
import { factsOf } from '../../domain/actions/kinds';
import type { ActionId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import { sameName, type Evidence } from '../../domain/verdict/evidence';
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
 * desk's own by their numbers. Where such records bear several names, the name is not known.
 */
export class OwnName {
  private readonly learned: string[] = [];
  private readonly asked = new Set<ActionId>();

  constructor(private readonly options: OwnNameOptions) {}

  get name(): string | undefined {
    const [only, second] = this.learned;
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

  /** Reads one list in which an offer of the desk's own stands, each once. */
  async ask(lane: Lane): Promise<void> {
    const own = this.own().find(({ id }) => !this.asked.has(id));
    const leaves = own && factsOf(own.body).leaves;
    if (this.learned.length > 0 || !leaves || !('requestId' in own.body)) return;
    this.asked.add(own.id);
    const { service } = this.options;
    const how: Ask = { lane, beside: 'joins' };
    const list = await service[LISTS[leaves]](own.body.requestId, how);
    if (list.ok) this.learnFrom(leaves, list.value.records);
  }

  private learnFrom(offer: LeftOffer, records: Named): void {
    // A configured name takes precedence.
    if (this.options.given !== undefined || records.length === 0) return;
    const made = new Set(
      this.own().flatMap((action) => (factsOf(action.body).leaves === offer ? (madeBy(action) ?? []) : [])),
    );
    for (const { id, counterparty } of records) {
      if (counterparty === undefined || !made.has(id)) continue;
      if (!this.learned.some((name) => sameName(name, counterparty))) this.learned.push(counterparty);
    }
  }

  /** A person's resolution proves less than the platform's own answer. */
  private own(): readonly Action[] {
    return this.options.journal
      .read()
      .filter((action) => action.state === 'done' && action.settledBy === undefined)
      .filter((action) => madeBy(action) !== undefined);
  }
}

/** The number of the offer that an action left. */
function madeBy(action: Action): string | undefined {
  const { leaves, makes } = factsOf(action.body);
  return leaves && makes && action[makes];
}
