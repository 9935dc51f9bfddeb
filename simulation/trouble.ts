import type { Chance } from '../src/effects/chance';
import { oneOf } from '../src/simulator/world/counterparty';
import type { Fault } from '../src/simulator/http/faults';
import type { Premises } from './premises';
import type { Kind } from './trader';

const BREAKS = [
  'reset-before',
  'reset-after',
  'status-before',
  'status-after',
  'hang-before',
  'hang-after',
  'delay',
  'malformed',
  'truncated',
] as const satisfies readonly Fault['kind'][];
const SPOILS = ['missing-field', 'extra-field', 'wrong-type'] as const satisfies readonly Fault['kind'][];
/** Answers that look like answers and are none. */
const SPOILED: readonly Fault['kind'][] = ['malformed', 'truncated', ...SPOILS];
/** Fields that are shown or reckoned with, by the read that gives them. */
const FIELDS = {
  'read-request': ['state', 'legs[0].quantity', 'remaining-quantity'],
  'list-quotes': ['legs[0].price', 'quotation-id', 'state', 'quantity'],
  'list-open-requests': ['request-id', 'state'],
  'list-concluded-requests': ['request-id', 'concluded-at'],
  'list-trades': ['trade-id', 'traded-at'],
  'read-trade': ['legs[0].price', 'quantity'],
  'list-proposals': ['price-proposal-id', 'legs[0].price'],
  'read-analytics': ['quotes-count'],
} as const;
type Read = keyof typeof FIELDS;
const READS: readonly Read[] = [
  'read-request',
  'list-quotes',
  'list-open-requests',
  'list-concluded-requests',
  'list-trades',
  'read-trade',
  'list-proposals',
  'read-analytics',
];
const WRITES: Readonly<Record<Kind, readonly string[]>> = {
  'send-quote': ['send-quote'],
  'withdraw-quote': ['withdraw-quote'],
  'accept-quote': ['execute-trade'],
  'accept-proposal': ['execute-trade'],
  'send-proposal': ['add-proposal', 'add-standard-spread-proposal'],
  'delete-proposals': ['delete-proposals'],
  'create-request': ['create-request'],
};
const STATUSES = [500, 502, 503, 504] as const;
/** So long may what was disturbed take to come to rest. */
const UNREST_MS = 90_000;

/** What goes wrong at the platform and on the line. */
export class Trouble {
  /** Epoch ms at which a stranger used the key. */
  readonly strangers: number[] = [];
  spoiled = 0;
  private lastAtMs = -Infinity;

  constructor(private readonly options: { premises: Premises; chance: Chance }) {}

  get isCalm(): boolean {
    const nowMs = this.options.premises.clock.monotonicMs();
    return nowMs - Math.max(this.lastAtMs, this.options.premises.restartedAtMs) > UNREST_MS;
  }

  /** Something else than the platform is disturbed from now on. */
  begin(): void {
    this.lastAtMs = this.options.premises.clock.monotonicMs();
  }

  async withReads(): Promise<void> {
    const { chance } = this.options;
    const operation = oneOf(READS, chance);
    const kind = oneOf([...BREAKS, ...SPOILS, ...SPOILS], chance);
    const field: string = oneOf(FIELDS[operation], chance);
    await this.order({ operation, kind, field, times: 1 + Math.floor(chance() * 3) });
  }

  async withPress(kind: Kind): Promise<void> {
    for (const operation of WRITES[kind]) {
      await this.order({ operation, kind: oneOf(BREAKS, this.options.chance), times: 1 });
    }
  }

  /** The next write is under way for a while, so that the gateway can go meanwhile. */
  async slowWrite(kind: Kind): Promise<void> {
    for (const operation of WRITES[kind]) {
      await this.order({ operation, kind: 'delay', delayMs: 4_000, times: 1 });
    }
  }

  /** Somebody else uses the key. */
  async stranger(): Promise<void> {
    const { premises, chance } = this.options;
    this.begin();
    this.strangers.push(premises.clock.now());
    await premises.control('tokens/steal', { count: 60 + Math.floor(chance() * 100) });
  }

  /** What waits for its call is not to hit one later. */
  async over(): Promise<void> {
    await this.options.premises.clearFaults();
  }

  private async order(fault: Partial<Fault> & Pick<Fault, 'kind' | 'operation'>): Promise<void> {
    const { premises, chance } = this.options;
    this.begin();
    if (SPOILED.includes(fault.kind)) this.spoiled += fault.times ?? 1;
    const delayMs = fault.kind === 'delay' ? 8_000 + Math.floor(chance() * 20_000) : 0;
    await premises.control('faults', { delayMs, status: oneOf(STATUSES, chance), ...fault });
  }
}
