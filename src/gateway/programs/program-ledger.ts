import type { Action } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import { callsOf } from '../../domain/bulk/cost';
import type { ProposalId, QuoteId, RequestId } from '../../domain/identifiers';
import type { ProgramOffer } from '../../domain/program/wanted';
import type { ProgramId, ProgramMark } from '../../domain/program-mark';
import type { Clock } from '../../effects/clock';
import { heardOf, isKnownLate, wasBeside, type Heard } from '../actions/arrival';
import type { Journal } from '../actions/journal';
import { FOLLOWED_MS } from '../actions/taken-off';
import { serviceDay } from '../platform/rate-limit/service-day';

interface LedgerOptions {
  readonly journal: Pick<Journal, 'standing' | 'newest'>;
  readonly clock: Clock;
  /** Of the platform's day. */
  readonly zone: string;
}

/** A price proposal of a program that nothing is known to have taken off. */
export interface StandingProposal extends Heard {
  readonly mark: ProgramMark;
  readonly proposalId?: ProposalId | undefined;
  readonly offer: ProgramOffer;
  /** Epoch ms. */
  readonly since: number;
}

/** Withdrawals that a person recorded are held against the records for a fortnight. */
const KEPT_MS = 15 * FOLLOWED_MS;
/** Actions of the past among which those of today are looked for. */
const PAST_MAX = 5_000;

/** Which offers are of programs, by the journal, and how many calls programs came to today. */
export class ProgramLedger {
  private readonly marks = new Map<QuoteId, ProgramMark>();
  /** When quotes of programs were withdrawn, epoch ms; the first comes first. */
  private readonly withdrawn = new Map<QuoteId, number>();
  private readonly proposals = new Map<RequestId, StandingProposal>();
  /** What deletions took off, by the platform's word. */
  private readonly deleted = new Map<RequestId, StandingProposal>();
  /** When the newest price proposal on a request was pressed, whoever sent it; epoch ms. */
  private readonly newest = new Map<RequestId, number>();
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
  learn(action: Action): void {
    const { state, body, quoteId, proposalId, program, endedAt, createdAt } = action;
    if (state !== 'done') return this.standsAgain(action);
    const { leaves, takesOff } = factsOf(body);
    if (takesOff === 'quote' && 'quoteId' in body) this.isWithdrawn(body.quoteId);
    if (takesOff === 'proposals' && 'requestId' in body) {
      const { requestId } = body;
      // What came of one may be known long after a newer one took its place.
      if (isKnownLate(action) && createdAt < (this.newest.get(requestId) ?? 0)) return;
      const before = this.proposals.get(requestId);
      if (leaves === undefined && wasBeside(action, before, this.options.clock)) return;
      this.proposals.delete(requestId);
      if (leaves === 'proposal') {
        this.newest.set(requestId, createdAt);
        this.deleted.delete(requestId);
      } else if (before) this.deleted.set(requestId, before);
    }
    if (!program || !('direction' in body)) return;
    if (leaves === 'quote' && quoteId !== undefined) {
      this.marks.set(quoteId, program);
      this.withdrawn.delete(quoteId);
    }
    if (leaves === 'proposal') {
      const { price, quantity, allOrNone } = body;
      const since = endedAt ?? createdAt;
      this.proposals.set(body.requestId, {
        mark: program,
        proposalId,
        offer: { price, quantity, allOrNone },
        since,
        ...heardOf(action, this.options.clock),
      });
    }
  }

  /** What was said to be taken off is there, by its own record. */
  private standsAgain({ body, corrected }: Action): void {
    if (corrected === undefined) return;
    if (body.kind === 'withdraw-quote') this.withdrawn.delete(body.quoteId);
    if (body.kind !== 'delete-proposals') return;
    const before = this.deleted.get(body.requestId);
    if (before) this.proposals.set(body.requestId, before);
    this.deleted.delete(body.requestId);
  }

  /** Whose it was does not matter once no record can tell that it stands. */
  private isWithdrawn(quoteId: QuoteId): void {
    const now = this.options.clock.now();
    if (this.marks.has(quoteId)) this.withdrawn.set(quoteId, now);
    for (const [id, at] of this.withdrawn) {
      if (now - at < KEPT_MS) return;
      this.withdrawn.delete(id);
      this.marks.delete(id);
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
