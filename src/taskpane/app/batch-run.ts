import type { GatewayClient } from '../../client/client';
import type { ActionId } from '../../domain/identifiers';
import { Observable } from './observable';
import { isOver, type NewPress, type Press, type Presses } from './presses';
import { withdrawalOf } from './withdrawals';
import { withdrawalInWords } from '../ui/text/own-offer-text';
import type { Formatters } from '../ui/formatters';
import { isUnderWay, progressOf, type PlannedRow, type RunRow } from './batch-rows';

/**
 * Rows that are on their way to the platform at once. The desk gives each 15 seconds from its press to leave, and a quote
 * costs three calls at ten a second: so many that the calls are used, so few that none waits that long.
 */
const ROWS_AT_ONCE = 6;

export interface BatchRunOptions {
  readonly client: Pick<GatewayClient, 'newActionId' | 'clock'>;
  readonly presses: Pick<Presses, 'all' | 'take' | 'dismiss'>;
  readonly formatters: Formatters;
  readonly isArmed: () => boolean;
  /** Number of the last mass withdrawal before the press: rows are sent later, and were pressed then. */
  readonly massWithdrawal: number;
  /** Whether the gateway withdraws what a quote takes the place of, as it may have to wait for approval. */
  readonly gatewayReplaces?: () => boolean;
  /** Why a row may not be sent as it was shown, by what is known at this moment; `undefined` when nothing has moved. */
  readonly movedSince: (plan: PlannedRow, after: 'nothing' | 'withdrawal') => string | undefined;
}

const DISARMED = 'Trading was switched off before it was sent.';
export const STOPPED = 'Stopped before it was sent.';
const BUSY = 'Not sent: another action on it is in progress. See Journal.';
const WITHDRAWN_ONLY = 'The live quote is withdrawn, and nothing is live now. The new one was not sent.';

/**
 * The rows of one press on their way: withdrawals first and at once, the others few at a time in the order of the sheet. Each
 * goes under an id that was made before, once. What is not handed over is not sent, so stopping is no more than handing over
 * nothing more.
 */
export class BatchRun {
  readonly rows: Observable<readonly RunRow[]>;
  private readonly seen = new Map<ActionId, Press>();
  private stopped: string | undefined;
  private leave: () => void = () => {};
  private isAdvancing = false;

  constructor(
    private readonly options: BatchRunOptions,
    plans: readonly { readonly plan: PlannedRow; readonly heldBecause?: string }[],
  ) {
    this.rows = new Observable<readonly RunRow[]>(
      plans.flatMap(({ plan, heldBecause }) =>
        plan.id === undefined ? [] : [this.begun(plan, plan.id, heldBecause)],
      ),
    );
  }

  /** Nothing waits, and nothing is under way; what is unknown is still looked up. */
  get isOver(): boolean {
    return this.rows.get().every((row) => row.state !== 'waiting' && !isUnderWay(row));
  }

  start(): void {
    this.leave = this.options.presses.all.subscribe(() => this.advance());
    this.advance();
  }

  /** What has not been handed over is not sent any more. */
  stop(why = STOPPED): void {
    this.stopped ??= why;
    this.advance();
  }

  /** Listens no more. */
  close(): void {
    this.leave();
  }

  private begun(plan: PlannedRow, id: ActionId, held: string | undefined): RunRow {
    const withdrawn = plan.send && this.options.gatewayReplaces?.() === true ? [] : plan.withdrawn;
    return {
      plan,
      id,
      withdrawalIds: withdrawn.map((_, at) =>
        at === 0 && !plan.send ? id : this.options.client.newActionId(),
      ),
      state: held === undefined ? 'waiting' : 'held',
      message: held ?? 'Waiting for its turn.',
      at: this.options.client.clock.now(),
    };
  }

  private advance(): void {
    // Handing over tells of presses, which leads here again: one round sees to everything.
    if (this.isAdvancing) return;
    this.isAdvancing = true;
    let before: readonly RunRow[];
    do {
      before = this.rows.get();
      this.hear();
      this.handOver();
    } while (before !== this.rows.get());
    this.isAdvancing = false;
  }

  private hear(): void {
    const mine = new Set(this.rows.get().flatMap(({ id, withdrawalIds }) => [id, ...withdrawalIds]));
    for (const press of this.options.presses.all.get()) {
      if (!mine.has(press.id)) continue;
      this.seen.set(press.id, press);
      // Its result stands beside its row: the ticket of the request is free for the next.
      if (isOver(press) && !press.dismissed) this.options.presses.dismiss(press.id);
    }
    for (const row of this.rows.get()) {
      if (row.step === undefined) continue;
      const progress = progressOf(row, (id) => this.seen.get(id));
      if (progress === 'ready') this.follow(row);
      else this.change(row, progress);
    }
  }

  private handOver(): void {
    const waiting = (): RunRow[] => this.rows.get().filter(({ state }) => state === 'waiting');
    const { stopped } = this;
    if (stopped !== undefined) {
      for (const row of waiting()) this.change(row, { state: 'not-sent', message: stopped });
      return;
    }
    this.protect(waiting().filter(({ plan }) => protects(plan)));
    for (const row of waiting()) {
      if (this.rows.get().filter((one) => isUnderWay(one) && !protects(one.plan)).length >= ROWS_AT_ONCE)
        return;
      this.begin(row);
    }
  }

  /** What only takes risk away waits for no arm switch and no turn. */
  private protect(rows: readonly RunRow[]): void {
    if (rows.length === 0) return;
    const taken = this.options.presses.take(rows.flatMap((row) => this.protecting(row)));
    for (const row of rows) {
      const ids = this.protecting(row).map(({ id }) => id);
      if (!ids.some((id) => taken.has(id))) this.change(row, { state: 'not-sent', message: BUSY });
      else if (row.withdrawalIds.length > 0) this.withdrawing(row, taken);
      else this.change(row, { step: 'send', state: 'sending', message: 'Being sent.' });
    }
  }

  private protecting(row: RunRow) {
    const { send } = row.plan;
    return send && row.withdrawalIds.length === 0
      ? [{ id: row.id, body: send.body, shown: send.shown }]
      : this.withdrawals(row);
  }

  private begin(row: RunRow): void {
    if (!this.options.isArmed()) return this.change(row, { state: 'not-sent', message: DISARMED });
    const moved = this.options.movedSince(row.plan, 'nothing');
    if (moved !== undefined) return this.change(row, { state: 'held', message: moved });
    if (row.withdrawalIds.length === 0) return this.send(row);
    const taken = this.options.presses.take(this.withdrawals(row));
    if (taken.size === row.withdrawalIds.length) return this.withdrawing(row, taken);
    const begun = quotesOf(row, (id) => taken.has(id));
    const message = begun === '' ? BUSY : `${BUSY} ${begun} is being withdrawn anyway.`;
    this.change(row, { state: 'not-sent', message });
  }

  /** What was live is withdrawn: now the new one follows, if nothing has moved since it was shown. */
  private follow(row: RunRow): void {
    const moved = this.options.movedSince(row.plan, 'withdrawal');
    const why = this.stopped ?? (this.options.isArmed() ? moved : DISARMED);
    if (why === undefined) this.send(row);
    else {
      const state = moved !== undefined && why === moved ? 'held' : 'not-sent';
      this.change(row, { step: 'send', state, message: `${WITHDRAWN_ONLY} ${why}` });
    }
  }

  private send(row: RunRow): void {
    const { send } = row.plan;
    const taken =
      send &&
      this.options.presses.take(
        [{ id: row.id, ...send, ...replacedBy(row), recall: this.options.massWithdrawal }],
        this.following(row),
      );
    this.change(
      row,
      taken?.has(row.id)
        ? { step: 'send', state: 'sending', message: 'Being sent.' }
        : { step: 'send', state: 'not-sent', message: row.step ? `${WITHDRAWN_ONLY} ${BUSY}` : BUSY },
    );
  }

  /** How many offers are still to be handed over after this one. */
  private following({ id }: RunRow): number {
    const isToCome = ({ state, plan }: RunRow): boolean =>
      (state === 'waiting' || state === 'withdrawing') && plan.send !== undefined && !protects(plan);
    return this.rows.get().filter((row) => row.id !== id && isToCome(row)).length;
  }

  /** What another press withdraws already is left to it. */
  private withdrawing(row: RunRow, taken: ReadonlySet<ActionId>): void {
    const others = quotesOf(row, (id) => !taken.has(id));
    this.change(row, {
      step: 'withdraw',
      state: 'withdrawing',
      message: 'Withdrawing the live quote.',
      withdrawalIds: row.withdrawalIds.filter((id) => taken.has(id)),
      ...(others !== '' && { elsewhere: `Another action is withdrawing ${others}: see Journal.` }),
    });
  }

  private withdrawals({ plan, withdrawalIds }: RunRow) {
    return plan.withdrawn.flatMap((quote, at) => {
      const id = withdrawalIds[at];
      const shown = withdrawalInWords(quote, this.options.formatters);
      return id === undefined ? [] : [{ id, body: withdrawalOf(quote), shown }];
    });
  }

  private change(
    { id }: RunRow,
    change: Partial<Pick<RunRow, 'state' | 'message' | 'step' | 'withdrawalIds' | 'elsewhere' | 'made'>>,
  ): void {
    const rows = this.rows.get();
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    if (!row) return;
    const next = { ...row, ...change };
    if (next.state === row.state && next.message === row.message && next.step === row.step) return;
    this.rows.set(rows.with(at, { ...next, at: this.options.client.clock.now() }));
  }
}

/** What is left to the gateway to withdraw. */
const replacedBy = ({ plan, withdrawalIds }: RunRow): Pick<NewPress, 'replaces'> =>
  plan.withdrawn.length > 0 && withdrawalIds.length === 0
    ? { replaces: plan.withdrawn.map(({ quoteId }) => quoteId) }
    : {};

const quotesOf = ({ plan, withdrawalIds }: RunRow, isMeant: (id: ActionId) => boolean): string =>
  plan.withdrawn
    .filter((_, at) => withdrawalIds.slice(at, at + 1).some(isMeant))
    .map(({ quoteId }) => quoteId)
    .join(', ');

const protects = ({ kind }: PlannedRow): boolean => kind === 'withdraw' || kind === 'deletion';
