import * as z from 'zod/mini';
import type { MassWithdrawalAnswer } from '../../contract/desk/answers';
import type { MassWithdrawalBody } from '../../contract/desk/bodies';
import { Action } from '../../domain/action';
import { moved } from '../../domain/actions/action-event';
import { Environment } from '../../domain/desk-status';
import type { Failure, Outcome } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import { MassWithdrawal } from '../../domain/mass-withdrawal';
import type { OwnQuote } from '../../domain/own-offers';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { WithdrawingLine } from '../platform/platform';
import { NOTHING } from './kinds/before';
import { idFrom, Tries } from './repeats';
import { asPart, PART, takeOffText, type TakingOff } from './take-off-text';

/** What a desk knew when its gateway lost the lead, and the line by which it can still withdraw. */
export interface Remains {
  readonly environment: Environment;
  /** Of the last press of "Withdraw all". */
  readonly recall: number;
  readonly quotes: readonly OwnQuote[];
  /** Requests with a firm price proposal of the desk. */
  readonly proposedOn: readonly RequestId[];
  readonly line: WithdrawingLine;
}

/** One press, and what became of it: for the journal, when somebody can write it again. */
export const HandedOn = z.object({
  environment: Environment,
  recall: MassWithdrawal,
  actions: z.array(Action),
});
export type HandedOn = z.infer<typeof HandedOn>;

interface KillSwitchOptions {
  readonly remains: Remains;
  /** On disk when this returns; the newest of a press counts. */
  readonly keep: (handedOn: HandedOn) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * "Withdraw all" of a gateway that led last, while nobody can lead: no store is asked. It takes off the market what this gateway knew to be
 * live. Twice is harmless, so it needs no lock; every other right has ended with the lead.
 */
export class KillSwitch {
  private readonly presses = new Map<ActionId, Promise<MassWithdrawalAnswer>>();
  private readonly over = new Set<string>();

  constructor(private readonly options: KillSwitchOptions) {}

  /** The same id again is the same press. */
  press(asked: MassWithdrawalBody, by: By | undefined): Promise<MassWithdrawalAnswer> {
    const known = this.presses.get(asked.id);
    if (known) return known;
    const press = this.withdraw(asked, by);
    this.presses.set(asked.id, press);
    return press;
  }

  /** Resolves when what was pressed has come to its end. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.presses.values());
  }

  private async withdraw(
    { id, actions: named, proposals = false }: MassWithdrawalBody,
    by: By | undefined,
  ): Promise<MassWithdrawalAnswer> {
    const { remains, clock, log } = this.options;
    const at = clock.now();
    const number = remains.recall + this.presses.size + 1;
    const recall: MassWithdrawal = { number, at, id, ...(proposals && { proposals }), ...present({ by }) };
    const sending = this.wanted(named, recall).map(({ body, ...rest }) => ({
      body,
      action: sent({ ...rest, ...present({ by }), body, recall: number, state: 'staged', createdAt: at }, at),
    }));
    const { environment } = remains;
    log.warn('Nobody can lead this desk: everything is withdrawn without its database.', {
      count: sending.length,
    });
    this.keep({ environment, recall, actions: sending.map(({ action }) => action) });
    const ended = await Promise.all(sending.map(({ action, body }) => this.send(action, body)));
    this.keep({ environment, recall, actions: ended });
    const results = named.map(({ id: wantedId }) => {
      const action = ended.find((one) => one.id === wantedId);
      return action ? { action } : { failure: NO_WITHDRAWAL };
    });
    return { recall, results };
  }

  /** What the page names, and what this gateway knows beside it. */
  private wanted(named: MassWithdrawalBody['actions'], { id, proposals }: MassWithdrawal) {
    const { quotes, proposedOn } = this.options.remains;
    const live = named.flatMap(({ body, ...rest }) => (isLive(body) ? [{ ...rest, body }] : []));
    const standing: TakingOff[] = [
      ...quotes.map(({ requestId, quoteId }): TakingOff => ({ kind: 'withdraw-quote', requestId, quoteId })),
      ...(proposals
        ? proposedOn.map((requestId): TakingOff => ({ kind: 'delete-proposals', requestId }))
        : []),
    ];
    const known = new Set([...this.over, ...live.map(({ body }) => JSON.stringify(body))]);
    const termsOf = (body: TakingOff): OwnQuote | undefined =>
      quotes.find((quote) => body.kind === 'withdraw-quote' && quote.quoteId === body.quoteId);
    const unnamed = standing
      .filter((body) => !known.has(JSON.stringify(body)))
      .map((body) => ({ id: idOf(id, body), body, shown: takeOffText(body, termsOf(body)) }));
    return [...live, ...unnamed].map((one) => ({ ...one, shown: asPart(one.shown, PART) }));
  }

  /** Again and again within its minute: nothing is left of it but to be withdrawn. */
  private async send(sending: Action, body: TakingOff): Promise<Action> {
    const { remains, clock } = this.options;
    const { writes } = remains.line;
    const tries = new Tries(body, clock);
    for (;;) {
      const outcome: Outcome<object> =
        body.kind === 'withdraw-quote'
          ? await writes.withdrawQuote(body)
          : await writes.deleteProposals(body);
      const at = clock.now();
      if (outcome.ok) {
        this.over.add(JSON.stringify(body));
        return moved(sending, {
          type: 'done',
          at,
          ...(body.kind === 'withdraw-quote' && { quoteId: body.quoteId }),
        });
      }
      const { failure } = outcome;
      const isOpen = failure.kind === 'unknown-outcome' || failure.kind === 'unreadable';
      const waitMs = tries.waitMs(isOpen ? { kind: 'unavailable' } : failure);
      if (waitMs === undefined) return moved(sending, { type: isOpen ? 'lost' : 'rejected', at, failure });
      await pause(clock, waitMs);
    }
  }

  /** What takes risk off goes all the same where the disk keeps nothing. */
  private keep(handedOn: HandedOn): void {
    try {
      this.options.keep(handedOn);
    } catch (error) {
      this.options.log.error(
        'What was withdrawn without the database cannot be written to this machine’s disk.',
        {
          error: String(error),
        },
      );
    }
  }
}

const sent = (staged: Action, at: number): Action => moved(staged, { type: 'sending', at, before: NOTHING });
const isLive = (body: Action['body']): body is TakingOff =>
  body.kind === 'withdraw-quote' || body.kind === 'delete-proposals';
const idOf = (press: ActionId, body: TakingOff): ActionId =>
  idFrom([press, body.kind === 'withdraw-quote' ? body.quoteId : body.requestId]);
/** As it is written into the journal later: one that its machine left in the middle is not known. */
export const endedOrLost = (action: Action, at: number): Action =>
  action.state !== 'sending' ? action : moved(action, { type: 'lost', at, failure: LEFT });

const LEFT: Failure = {
  kind: 'unknown-outcome',
  message: 'The machine that withdrew this without the database ended before the platform answered.',
  next: 'The desk is checking, and withdraws it again where it is not known.',
};
const NO_WITHDRAWAL: Failure = {
  kind: 'invalid-argument',
  message: 'Withdraw all accepts only quote withdrawals and price proposal deletions.',
  next: 'Nothing was sent. Reload the pane to match the gateway’s version.',
};
