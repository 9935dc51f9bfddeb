import type { Action, ActionKind } from '../../domain/action';
import type { ActionId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import { sameName, type Evidence } from '../../domain/verdict/evidence';
import type { Ask, Reads } from '../platform/operations';
import type { Journal } from './journal';
import type { Offered } from './kinds/rules';

interface OwnNameParts {
  /** By a setting. */
  readonly given?: string | undefined;
  readonly journal: Pick<Journal, 'read'>;
  readonly service: Pick<Reads, 'quotes' | 'proposals' | 'counteroffers'>;
}

type Named = readonly { readonly id: string; readonly counterparty?: string }[];

/** Which list an offer of the desk's own stands in, and under which number. */
const LISTS = {
  'send-quote': { part: 'quotes', made: ({ quoteId }: Action) => quoteId },
  'send-proposal': { part: 'proposals', made: ({ proposalId }: Action) => proposalId },
  'send-counteroffer': { part: 'counteroffers', made: ({ counterofferId }: Action) => counterofferId },
} as const;
const KINDS = ['send-quote', 'send-proposal', 'send-counteroffer'] as const;

/**
 * The name under which the platform lists the desk's own offers: by a setting, or learned from records that are known as the
 * desk's own by their numbers. Where such records bear several names, the name is not known.
 */
export class OwnName {
  private readonly learned: string[] = [];
  private readonly asked = new Set<ActionId>();

  constructor(private readonly parts: OwnNameParts) {}

  get name(): string | undefined {
    const [only, second] = this.learned;
    return this.parts.given ?? (second === undefined ? only : undefined);
  }

  /** Takes the name from the desk's own offers among those that were read. */
  learn(evidence: Pick<Evidence, 'quotes' | 'proposals' | 'counteroffers'>): void {
    for (const kind of KINDS) this.learnFrom(kind, evidence[LISTS[kind].part]?.records ?? []);
  }

  learnFromOffers(offers: readonly Offered[]): void {
    this.learnFrom(
      'send-quote',
      offers.filter((offer) => !('kind' in offer)),
    );
    this.learnFrom(
      'send-proposal',
      offers.filter((offer) => 'kind' in offer),
    );
  }

  /** Reads one list in which an offer of the desk's own stands, each once. */
  async ask(lane: Lane): Promise<void> {
    const own = this.own().find(({ id }) => !this.asked.has(id));
    if (this.learned.length > 0 || !own || !('requestId' in own.body)) return;
    this.asked.add(own.id);
    const { service } = this.parts;
    const how: Ask = { lane, beside: 'joins' };
    const { requestId, kind } = own.body;
    const list =
      kind === 'send-proposal'
        ? await service.proposals(requestId, how)
        : kind === 'send-counteroffer'
          ? await service.counteroffers(requestId, how)
          : await service.quotes(requestId, how);
    if (list.ok) this.learnFrom(kind, list.value.records);
  }

  private learnFrom(kind: ActionKind, records: Named): void {
    // A configured name takes precedence.
    if (this.parts.given !== undefined || records.length === 0) return;
    const made = new Set(
      this.own().flatMap((action) => (action.body.kind === kind ? (madeBy(action) ?? []) : [])),
    );
    for (const { id, counterparty } of records) {
      if (counterparty === undefined || !made.has(id)) continue;
      if (!this.learned.some((name) => sameName(name, counterparty))) this.learned.push(counterparty);
    }
  }

  /** A person's resolution proves less than the platform's own answer. */
  private own(): readonly Action[] {
    return this.parts.journal
      .read()
      .filter((action) => action.state === 'done' && action.settledBy === undefined)
      .filter((action) => madeBy(action) !== undefined);
  }
}

function madeBy(action: Action): string | undefined {
  const { kind } = action.body;
  return kind === 'send-quote' || kind === 'send-proposal' || kind === 'send-counteroffer'
    ? LISTS[kind].made(action)
    : undefined;
}
