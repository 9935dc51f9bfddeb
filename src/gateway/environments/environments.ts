import type { SignInAnswer, SignOutAnswer } from '../../contract/desk/answers';
import type {
  ActionRequest,
  ApprovalBody,
  RefusalBody,
  Settlement,
  SignInBody,
  SignOutBody,
} from '../../contract/desk/bodies';
import type { Action } from '../../domain/action';
import type { Noted } from '../../domain/desk-entry';
import { pause } from '../../effects/clock';
import {
  platformSignInFailedNoted,
  platformSignInNoted,
  platformSignOutNoted,
  goneOnNoted,
  settingsSignInNoted,
  startedNoted,
  tookLeadNoted,
} from '../../domain/notes/desk-notes';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { By } from '../../domain/person';
import type { ActionId } from '../../domain/identifiers';
import type { BatchItem } from '../actions/batch';
import type { HandedOn } from '../actions/kill-switch';
import type { Recalled } from '../actions/withdraw-all';
import { openSession, type EnvironmentSession, type Halting } from './session';
import { byGateway, type GatewayConfig } from './gateway-config';
import type { Programming } from '../programs/programming';
import type { EnvironmentWanted, OpenResources } from './resources';
import type { LastEnvironment } from './last-environment';
import type { Vault } from '../storage/vault/vault';
import { ALREADY_IN, CHANGING, OTHER_DESK, signInOf, toldToPerson, type SignIn } from './sign-in';

export interface EnvironmentsOptions extends GatewayConfig {
  readonly vault: Vault;
  readonly openResources: OpenResources;
  /** Where the desk stands at the start. With credentials it signs in by itself. */
  readonly first: EnvironmentWanted;
  /** Where the machine that leads next is told what a person did here; absent: there is none. */
  readonly lastEnvironment?: Pick<LastEnvironment, 'put'>;
}

/** Where something was pressed, and for which desk: a page that slept may not know yet that another one is open. */
export interface From {
  readonly meant?: string | undefined;
  readonly page?: string | undefined;
  /** Who pressed it. */
  readonly by?: By | undefined;
  /** How many offers of the same press still wait on the page. */
  readonly following?: number | undefined;
}

/** Whoever leads next takes presses without waiting longer for the platform. */
const SIGNED_IN_MS_MAX = 2_000;

/** The one desk that is open, and how it gives way to another: by signing out, and in elsewhere. */
export class Environments {
  private readonly listeners = new Set<() => void>();
  /** The sign-in or sign-out that is under way. */
  private change: Promise<unknown> | undefined;

  private constructor(
    private readonly options: EnvironmentsOptions,
    private open: EnvironmentSession,
  ) {}

  static async start(options: EnvironmentsOptions): Promise<Outcome<Environments>> {
    const first = await opened(options.first, options);
    if (!first.ok) return first;
    const by = byGateway(options);
    const { lead } = options;
    void first.value.entries.record(lead ? tookLeadNoted(by, lead.machine) : startedNoted(by));
    if (options.first.credentials) {
      const { environment } = options.first;
      void first.value.entries.record(
        lead ? goneOnNoted(by, environment) : settingsSignInNoted(by, environment),
      );
      const tried = first.value.keepSession();
      // Doors hand it what they kept for whoever leads next as soon as it takes presses.
      if (lead) await Promise.race([tried, pause(options.clock, SIGNED_IN_MS_MAX)]);
    }
    return success(new Environments(options, first.value));
  }

  get session(): EnvironmentSession {
    return this.open;
  }

  /** Writes down what was done on the desk that is open, and says whether it is on disk already. */
  note(noted: Noted): Promise<boolean> {
    return this.open.entries.record(noted);
  }

  /** Calls `listener` whenever another desk is open. */
  onMoved(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * The action of the desk that is open; while desks change nothing is taken.
   */
  async put(id: ActionId, request: ActionRequest, { meant, ...pressed }: From): Promise<Outcome<Action>> {
    const hindrance = this.hindrance(meant);
    return hindrance ? failed(hindrance) : this.open.actions.put(id, request, pressed);
  }

  /** Many actions of the desk that is open, each with its own result. */
  async putAll(wanted: readonly BatchItem[], { meant, ...pressed }: From): Promise<Outcome<Action>[]> {
    const hindrance = this.hindrance(meant);
    return hindrance ? wanted.map(() => failed(hindrance)) : this.open.actions.putAll(wanted, pressed);
  }

  /** Takes everything of the desk that is open off the market, and what any page pressed before does not follow. */
  async withdrawAll(
    request: Parameters<EnvironmentSession['actions']['withdrawAll']>[0],
    { meant, ...pressed }: From,
  ): Promise<Outcome<Recalled>> {
    const hindrance = this.hindrance(meant);
    return hindrance ? failed(hindrance) : this.open.actions.withdrawAll(request, pressed);
  }

  /** Halts the desk that is open; while desks change, the one that is open after that. */
  async halt(asked: Parameters<Halting['halt']>[0]): ReturnType<Halting['halt']> {
    await this.change;
    return this.open.halting.halt(asked);
  }

  /** What was withdrawn while nobody led, of the desk that is open. */
  async handedOn(handedOn: HandedOn): Promise<Outcome<void>> {
    if (this.change) return failed(CHANGING);
    return this.open.resources.environment === handedOn.environment
      ? this.open.handedOn(handedOn)
      : failed(OTHER_DESK);
  }

  async resume(asked: Parameters<Halting['resume']>[0]): Promise<Outcome<void>> {
    return this.change ? failed(CHANGING) : this.open.halting.resume(asked);
  }

  /** The programs of the desk that is open. */
  programs(meant?: string): Outcome<Programming> {
    const hindrance = this.hindrance(meant);
    return hindrance ? failed(hindrance) : success(this.open.programs);
  }

  /** What the journal of the desk that is open has of these ids. */
  async find(ids: readonly ActionId[], meant?: string): Promise<Outcome<readonly Action[]>> {
    const hindrance = this.hindrance(meant);
    return hindrance ? failed(hindrance) : this.open.actions.find(ids);
  }

  async settle(id: ActionId, settlement: Settlement, by?: By): Promise<Outcome<Action>> {
    return this.change ? failed(CHANGING) : this.open.actions.settle(id, settlement, by);
  }

  /** Another person's word that what waits may go. */
  async approve(
    id: ActionId,
    approval: Pick<ApprovalBody, 'hash' | 'pressedAt' | 'card'>,
    { meant, page, by }: From,
  ): Promise<Outcome<Action>> {
    const hindrance = this.hindrance(meant);
    return hindrance ? failed(hindrance) : this.open.actions.approve(id, approval, { page, by });
  }

  async refuse(
    id: ActionId,
    refusal: Pick<RefusalBody, 'reason' | 'card'>,
    { meant, by }: From & { by: By },
  ): Promise<Outcome<Action>> {
    const hindrance = this.hindrance(meant);
    return hindrance ? failed(hindrance) : this.open.actions.refuse(id, refusal, by);
  }

  /** The approvers are told once more of what waits. */
  async remind(id: ActionId, { meant, by }: From): Promise<Outcome<Action>> {
    const hindrance = this.hindrance(meant);
    return hindrance ? failed(hindrance) : this.open.actions.remind(id, by);
  }

  /** What waits is wanted no more by whoever pressed it. */
  async cancel(id: ActionId, { meant, by }: From): Promise<Outcome<Action>> {
    const hindrance = this.hindrance(meant);
    return hindrance ? failed(hindrance) : this.open.actions.cancel(id, by);
  }

  /** Only from a desk that is signed out, so that nobody is moved to another market in the middle of work. */
  signIn(request: SignInBody, by?: By): Promise<Outcome<SignInAnswer>> {
    return this.alone(async () => {
      if (this.open.resources.platform.status.signedIn) return failed(ALREADY_IN);
      const wish = await signInOf(request, this.options.environments, this.options.vault);
      const outcome = wish.ok ? await this.enter(wish.value, by) : wish;
      if (!outcome.ok) void this.note(platformSignInFailedNoted(by, request.environment, outcome.failure));
      return outcome;
    });
  }

  /** Waits for what is being sent. What is unknown stays in the journal of its environment, and is looked up there. */
  signOut({ forget }: SignOutBody, by?: By): Promise<Outcome<SignOutAnswer>> {
    return this.alone(async () => {
      const { environment } = this.open.resources;
      await this.open.close();
      const { unsettled } = this.open;
      const out = await this.stand({ environment });
      if (!out.ok) return out;
      await this.options.lastEnvironment?.put(environment, false);
      this.options.log.info('Signed out by a person.', { environment, forget });
      void out.value.entries.record(platformSignOutNoted(by, environment, forget));
      const forgotten = forget ? await this.options.vault.forget(environment) : success(undefined);
      this.moveTo(out.value);
      return forgotten.ok ? success({ unsettled }) : forgotten;
    });
  }

  async stop(): Promise<void> {
    await this.change;
    await this.open.close();
  }

  private hindrance(meant: string | undefined): Failure | undefined {
    if (this.change) return CHANGING;
    return meant === undefined || meant === this.open.name ? undefined : OTHER_DESK;
  }

  private async enter(
    { place, credentials, then }: SignIn,
    by: By | undefined,
  ): Promise<Outcome<SignInAnswer>> {
    const environment = place.name;
    await this.open.close();
    const next = await this.stand({ environment, credentials });
    if (!next.ok) return this.stayOut(next.failure);
    const session = next.value;
    const outcome = await session.resources.platform.signIn();
    if (!outcome.ok) {
      await session.close();
      return this.stayOut(toldToPerson(outcome.failure), environment);
    }
    const { vault } = this.options;
    const kept = then === 'keep' ? await vault.keep(place, credentials) : success(undefined);
    if (then === 'forget') await vault.forget(environment);
    await this.options.lastEnvironment?.put(environment, true);
    void session.keepSession();
    this.options.log.info('Signed in by a person.', { environment });
    void session.entries.record(platformSignInNoted(by, environment));
    this.moveTo(session);
    return success(kept.ok ? {} : { notKept: kept.failure });
  }

  /** After a sign-in that failed: a desk without credentials, so that nothing of what was typed is left. */
  private async stayOut(
    failure: Failure,
    environment = this.open.resources.environment,
  ): Promise<Outcome<never>> {
    const out = await this.stand({ environment });
    if (out.ok) this.moveTo(out.value);
    return failed(failure);
  }

  private stand(wanted: EnvironmentWanted): Promise<Outcome<EnvironmentSession>> {
    return opened(wanted, this.options);
  }

  private moveTo(session: EnvironmentSession): void {
    const { open } = this;
    if (open.resources.environment === session.resources.environment)
      session.halting.takeOver(open.halting.read());
    this.open = session;
    for (const listener of [...this.listeners]) listener();
  }

  private async alone<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.change) return failed(CHANGING);
    const change = work();
    this.change = change.catch(() => undefined);
    try {
      return await change;
    } finally {
      this.change = undefined;
    }
  }
}

async function opened(
  wanted: EnvironmentWanted,
  options: EnvironmentsOptions,
): Promise<Outcome<EnvironmentSession>> {
  const resources = await options.openResources(wanted);
  if (!resources.ok) return resources;
  const { profile } = resources.value;
  const config = profile ? { ...options, zone: profile.auth.zone, recordRules: profile.records } : options;
  return success(await openSession(resources.value, wanted.credentials !== undefined, config));
}
