import type { GatewayClient } from '../src/client/client';
// A page loads these when it first wants them. Here that takes no time: loading does not wait for the week's clock.
import '../src/client/action-decisions';
import '../src/client/people';
import '../src/client/trade-downloads';
import type { Action } from '../src/domain/action';
import type { Outcome } from '../src/domain/failure';
import type { ActionId } from '../src/domain/identifiers';
import type { DownloadSelection } from '../src/domain/trade-download';
import { BUILT_IN_LIMITS } from '../src/domain/limits/limits';
import { NO_LIMITS } from '../chaos/actions/no-limits';
import type { Chance } from '../src/effects/chance';
import { deskFormulas } from './formulas';
import { PEOPLE, type Post } from './people';
import type { Premises } from './premises';
import type { HaltSeen, Press } from './seen';
import type { Workbook } from './workbook';

type Word = 'approve' | 'refuse' | 'nobody';
const MINUTE_MS = 60_000;
/** The share of what waits that is approved, and that is refused; nobody says a word about the others. */
const APPROVED = 0.75;
const REFUSED = 0.1;
const LOOKED_AT_WITHIN_MS = 4 * MINUTE_MS;
const HALTED_MS_MAX = 8 * MINUTE_MS;

interface ColleaguesOptions {
  readonly premises: Premises;
  readonly chance: Chance;
  readonly isCalm: () => boolean;
  readonly bookOf: (post: Post) => Workbook;
  /** Of which trades the analyst wants a file. */
  readonly files: () => DownloadSelection;
}

/** The others of the desk: who approves what waits, who only reads, and who sets its levels, ends sessions and halts it. */
export class Colleagues {
  /** What was approved, as a press. */
  readonly approvals: Press[] = [];
  readonly halts: HaltSeen[] = [];
  readonly did: Record<'approved' | 'refused' | 'files' | 'levels' | 'ended' | 'halted' | 'resumed', number> =
    { approved: 0, refused: 0, files: 0, levels: 0, ended: 0, halted: 0, resumed: 0 };
  private books: Partial<Record<Post, Workbook>> = {};
  private journal: readonly Action[] = [];
  private readonly plans = new Map<ActionId, { readonly word: Word; readonly atMs: number }>();
  private halted: HaltSeen | undefined;
  private resumesAtMs = Infinity;

  constructor(private readonly options: ColleaguesOptions) {}

  /** In the morning each opens a workbook. */
  come(): void {
    const { bookOf } = this.options;
    const [approver, analyst, admin] = [bookOf('approver'), bookOf('analyst'), bookOf('admin')];
    this.books = { approver, analyst, admin };
    analyst.calculate(deskFormulas());
    approver.client.watch({ kind: 'journal' }, ({ value }) => void (this.journal = value ?? this.journal));
  }

  get isHalted(): boolean {
    return this.halted !== undefined;
  }

  /** What waits, as the approver's page shows it. */
  get waiting(): readonly Action[] {
    return this.journal.filter(({ state }) => state === 'waiting');
  }

  /** In the evening what is halted is resumed, and the books are closed. */
  async go(): Promise<void> {
    for (let time = 0; this.halted && time < 20; time++) {
      await this.resume();
      await this.options.premises.pass(MINUTE_MS);
    }
    for (const book of Object.values(this.books)) book.close();
    this.books = {};
  }

  /** What is done within some seconds. */
  async work(happens: (perDay: number) => boolean): Promise<void> {
    await this.sayWords();
    if (happens(1.5)) await this.halt('admin');
    if (happens(0.5)) await this.halt('approver');
    if (happens(3)) await this.takeFile();
    if (happens(1)) await this.setLevels();
    if (happens(0.5)) await this.endSessions();
    if (this.nowMs > this.resumesAtMs) await this.resume();
  }

  private async sayWords(): Promise<void> {
    for (const action of this.waiting) {
      const plan = this.planOf(action);
      if (this.nowMs < plan.atMs) continue;
      if (plan.word === 'approve') await this.approve(action);
      if (plan.word === 'refuse') await this.refuse(action);
    }
  }

  private planOf({ id }: Action): { readonly word: Word; readonly atMs: number } {
    const { chance } = this.options;
    const drawn = chance();
    const word = drawn < APPROVED ? 'approve' : drawn < APPROVED + REFUSED ? 'refuse' : 'nobody';
    const plan = this.plans.get(id) ?? { word, atMs: this.nowMs + chance() * LOOKED_AT_WITHIN_MS };
    this.plans.set(id, plan);
    return plan;
  }

  private async approve({ id, body, approval }: Action): Promise<void> {
    const requestId = 'requestId' in body ? body.requestId : undefined;
    const isCalm = this.options.isCalm();
    this.approvals.push({ id, kind: body.kind, requestId, atMs: this.nowMs, isCalm, approves: true });
    const said = await this.asked('approver', (client) => client.approveAction(id, approval?.hash ?? ''));
    if (said?.ok) this.did.approved += 1;
  }

  private async refuse({ id }: Action): Promise<void> {
    const said = await this.asked('approver', (client) => client.refuseAction(id, 'not at this price'));
    if (said?.ok) this.did.refused += 1;
  }

  private async halt(post: 'admin' | 'approver'): Promise<void> {
    const halted = await this.asked(post, (client) => client.halt('prices look wrong'));
    if (!halted?.ok) return;
    this.did.halted += 1;
    if (!this.halted || this.halted.untilMs !== undefined) {
      this.halted = { fromMs: this.nowMs };
      this.halts.push(this.halted);
    }
    this.resumesAtMs = this.nowMs + this.options.chance() * HALTED_MS_MAX;
  }

  private async resume(): Promise<void> {
    const { halted } = this;
    if (!halted) return;
    // From the press on nothing is promised: without an answer it may be resumed all the same.
    halted.untilMs ??= this.nowMs;
    const resumed = await this.asked('admin', (client) => client.resume('they are right again'));
    if (!resumed?.ok && resumed?.failure.kind !== 'wrong-state') return;
    this.did.resumed += 1;
    this.halted = undefined;
    this.resumesAtMs = Infinity;
  }

  private async takeFile(): Promise<void> {
    const style = { format: 'csv', preset: 'full' } as const;
    const wanted = this.options.files();
    const trades = await this.asked('analyst', ({ captures }) => captures.file(wanted, style));
    const journal = await this.asked('analyst', (client) => client.exportJournal('csv'));
    for (const file of [trades, journal]) if (file?.ok) this.did.files += 1;
  }

  /** Levels that hold nothing back, and are others each time. */
  private async setLevels(): Promise<void> {
    const { limits } = NO_LIMITS;
    const withinMs = BUILT_IN_LIMITS.duplicate.withinMs + 1_000 * (1 + (this.did.levels % 5));
    const duplicate = { ...limits.duplicate, withinMs };
    const set = await this.asked('admin', (client) => client.setLimits({ ...limits, duplicate }));
    if (set?.ok) this.did.levels += 1;
  }

  private async endSessions(): Promise<void> {
    const ended = await this.asked('admin', ({ people }) => people.end({ person: PEOPLE.analyst }));
    if (ended?.ok) this.did.ended += 1;
  }

  private async asked<T>(
    post: Post,
    ask: (client: GatewayClient) => Promise<Outcome<T>>,
  ): Promise<Outcome<T> | undefined> {
    const book = this.books[post];
    return book && this.options.premises.passing(ask(book.client));
  }

  private get nowMs(): number {
    return this.options.premises.clock.monotonicMs();
  }
}
