import type { Action } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { callsOf } from '../../domain/bulk/cost';
import type { ProposalId, QuoteId, RequestId } from '../../domain/identifiers';
import type { ProgramOffer } from '../../domain/program/wanted';
import type { ProgramId, ProgramMark } from '../../domain/program-mark';
import type { Clock } from '../../effects/clock';
import type { Journal } from '../actions/journal';
import { serviceDay } from '../platform/rate-limit/service-day';

interface LedgerOptions {
  readonly journal: Pick<Journal, 'standing' | 'newest'>;
  readonly clock: Clock;
  /** Of the platform's day. */
  readonly zone: string;
}

/** A price proposal of a program that nothing is known to have taken off. */
export interface StandingProposal {
  readonly mark: ProgramMark;
  readonly proposalId?: ProposalId | undefined;
  readonly offer: ProgramOffer;
  /** Epoch ms. */
  readonly since: number;
}

/** Actions of the past among which those of today are looked for. */
const PAST_MAX = 5_000;

/** Which offers are of programs, by the journal, and how many calls programs came to today. */
export class ProgramLedger {
  private readonly marks = new Map<QuoteId, ProgramMark>();
  private readonly proposals = new Map<RequestId, StandingProposal>();
  private readonly spentBy = new Map<ProgramId, number>();
  private spent = 0;
  private day = '';

  constructor(private readonly options: LedgerOptions) {}

  /** Answers what earlier runs left: what may stand, and what of today counts. */
  async start(): Promise<readonly Action[]> {
    const { journal, clock, zone } = this.options;
    const standing = await journal.standing();
    for (const action of standing) this.learn(action);
    const { startsAt } = serviceDay(clock.now(), zone);
    for (const action of await journal.newest(PAST_MAX))
      if (action.program && action.createdAt >= startsAt && action.sentAt !== undefined)
        this.spend(action.program.id, callsOf([action.body.kind]));
    return standing;
  }

  /** An action has ended. */
  learn({ state, body, quoteId, proposalId, program, endedAt, createdAt }: Action): void {
    if (state !== 'done') return;
    const { leaves, takesOff } = factsOf(body);
    if (takesOff === 'proposals' && 'requestId' in body) this.proposals.delete(body.requestId);
    if (!program || !('direction' in body)) return;
    if (leaves === 'quote' && quoteId !== undefined) this.marks.set(quoteId, program);
    if (leaves === 'proposal') {
      const { price, quantity, allOrNone } = body;
      const since = endedAt ?? createdAt;
      this.proposals.set(body.requestId, {
        mark: program,
        proposalId,
        offer: { price, quantity, allOrNone },
        since,
      });
    }
  }

  /** The program that sent a quote. */
  programOf(quoteId: QuoteId): ProgramId | undefined {
    return this.marks.get(quoteId)?.id;
  }

  proposalOn(requestId: RequestId): StandingProposal | undefined {
    return this.proposals.get(requestId);
  }

  spend(id: ProgramId, calls: number): void {
    this.turn();
    this.spent += calls;
    this.spentBy.set(id, (this.spentBy.get(id) ?? 0) + calls);
  }

  /** Calls of one program today. */
  spentOf(id: ProgramId): number {
    this.turn();
    return this.spentBy.get(id) ?? 0;
  }

  /** Calls of all programs today. */
  get spentToday(): number {
    this.turn();
    return this.spent;
  }

  /** A new day of the platform begins with nothing spent. */
  private turn(): void {
    const { day } = serviceDay(this.options.clock.now(), this.options.zone);
    if (day === this.day) return;
    this.day = day;
    this.spent = 0;
    this.spentBy.clear();
  }
}
