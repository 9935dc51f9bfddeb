import type { HaltAnswer } from '../../src/contract/desk/answers';
import { present } from '../../src/domain/present';
import type { ArmingBody } from '../../src/contract/desk/bodies';
import { noCaptures } from './memory-downloads';
import { CellRegister } from '../../src/client/cell-register';
import type { Connection, GatewayClient, SigningIn, Watcher, SignInWish } from '../../src/client/client';
import type { GatewayFile } from '../../src/client/http';
import { WorkbookMode } from '../../src/client/mode';
import type { WayIn } from '../../src/domain/way-in';
import type { InterfaceCheckAnswer, InterfaceReport } from '../../src/contract/desk/interface-check';
import type { FunctionList } from '../../src/contract/desk/function-list';
import type { PeopleAnswer } from '../../src/contract/desk/people';
import type { WebhookAnswer, WebhookCheckAnswer } from '../../src/contract/desk/webhook';
import type { Action, ActionBody, Made } from '../../src/domain/action';
import {
  resourceKey,
  type Answer,
  type Resource,
  type Source,
  type ValueOf,
} from '../../src/domain/resources/resource';
import { failed, success, type Failure, type Outcome } from '../../src/domain/failure';
import { ActionId } from '../../src/domain/identifiers';
import { ProgramId } from '../../src/domain/program-mark';
import type { DeskLimits, Limits } from '../../src/domain/limits/limits';
import type { CardMarket } from '../../src/domain/policy/market-beside';
import { ManualClock } from '../../src/effects/manual-clock';
import { countedIds } from '../../src/effects/ids';

export interface Act {
  readonly id: ActionId;
  readonly body: ActionBody;
  readonly shown: string;
  readonly accepted?: readonly string[];
  readonly replaces?: Action['replaces'];
  readonly recall?: number;
  /** Answers the pane's call. */
  readonly answer: (outcome: Outcome<Action>) => void;
}

/** A sign-in or sign-out that the pane asked for, answered by hand. */
export interface Signing {
  readonly wish: SignInWish | { readonly forget: boolean };
  readonly answer: (outcome: Outcome<{ unsettled: number; notKept?: Failure }>) => void;
}

export interface Settling extends Made {
  readonly id: ActionId;
  readonly verdict: 'executed' | 'not-executed';
  readonly note: string;
  /** Answers the pane's call. */
  readonly answer: (outcome: Outcome<Action>) => void;
}

type AnyListener = (answer: Answer) => void;

type Programs = GatewayClient['programs'];
type Ask<W extends keyof Programs> = {
  readonly what: W;
  readonly answer: (outcome: Awaited<ReturnType<Programs[W]>>) => void;
};
type ProgramAsk =
  | (Ask<'preview'> & { readonly asked: Parameters<Programs['preview']>[0] })
  | (Ask<'start'> & { readonly asked: Parameters<Programs['start']>[0] })
  | (Ask<'stop'> & { readonly id: ProgramId })
  | (Ask<'release'> & { readonly id: ProgramId; readonly asked: Parameters<Programs['release']>[1] });

/** A desk in memory: answers are set by hand, actions are recorded and answered by hand. */
export class MemoryDesk implements GatewayClient {
  captures = noCaptures();
  readonly acts: Act[] = [];
  /** The ids that were handed over together. */
  readonly batches: ActionId[][] = [];
  /** Each press of "Withdraw all". */
  readonly recalls: ActionId[] = [];
  /** Whether each of them takes firm price proposals as well. */
  readonly withProposals: boolean[] = [];
  /** What of a press was still to come, each time that something of it was handed over. */
  readonly following: number[] = [];
  readonly settlements: Settling[] = [];
  /** What was asked for as a file, and levels that were set, each answered by hand. */
  readonly files: { readonly what: string; readonly answer: (outcome: Outcome<GatewayFile>) => void }[] = [];
  readonly armings: ArmingBody[] = [];
  /** What was asked of programs, each answered by hand. */
  readonly programsAsked: ProgramAsk[] = [];
  /** What was said of programs over the socket. */
  readonly wanted: Parameters<GatewayClient['sayWanted']>[0][] = [];
  /** Whether there is a line on which it can be said. */
  line = true;
  readonly programs: GatewayClient['programs'] = {
    preview: (asked) => new Promise((answer) => this.programsAsked.push({ what: 'preview', asked, answer })),
    start: (asked) => new Promise((answer) => this.programsAsked.push({ what: 'start', asked, answer })),
    stop: (id) => new Promise((answer) => this.programsAsked.push({ what: 'stop', id, answer })),
    release: (id, asked) =>
      new Promise((answer) => this.programsAsked.push({ what: 'release', id, asked, answer })),
  };
  readonly halts: (string | undefined)[] = [];
  readonly resumptions: string[] = [];
  readonly limitsSet: {
    readonly limits: Limits | null;
    readonly answer: (outcome: Outcome<DeskLimits>) => void;
  }[] = [];
  /** How events reach the desk, and checks of an example, each answered by hand. */
  readonly webhooksAsked: ((outcome: Outcome<WebhookAnswer>) => void)[] = [];
  readonly webhookChecks: ((outcome: Outcome<WebhookCheckAnswer>) => void)[] = [];
  /** What is known of the interface, and checks of it, each answered by hand. */
  readonly interfacesAsked: ((outcome: Outcome<InterfaceCheckAnswer>) => void)[] = [];
  readonly interfaceChecks: ((outcome: Outcome<InterfaceReport>) => void)[] = [];
  /** What the journal has beyond what it shows. */
  readonly kept = new Map<ActionId, Action>();
  /** What a person acts on, each time that it was said. */
  readonly attended: (readonly Resource[])[] = [];
  readonly refreshed: Resource[] = [];
  readonly mode = new WorkbookMode();
  readonly cells: CellRegister;
  /** What {@link explain} says, by key. */
  readonly sources = new Map<string, Source>();
  /** Why nothing is refreshed or explained. */
  refusal: Failure | undefined;
  readonly signings: Signing[] = [];
  /** Codes that were typed, each answered by hand. */
  /** How people come in. */
  way: WayIn = { by: 'code' };
  /** Sign-outs of a person, to be answered. */
  readonly peopleOut: ((answer: Outcome<void>) => void)[] = [];
  /** Sign-ins of people that were begun, to be answered. */
  readonly signInsBegun: ((answer: Outcome<SigningIn>) => void)[] = [];
  /** Tokens of Office that the pane handed over, to be answered. */
  readonly officeTokens: {
    readonly token: string;
    readonly answer: (outcome: Outcome<{ name: string }>) => void;
  }[] = [];
  readonly pairings: {
    readonly code: string;
    readonly name: string | undefined;
    readonly answer: (outcome: Outcome<void>) => void;
  }[] = [];
  private readonly ids = countedIds();
  private readonly answers = new Map<string, Answer>();
  private readonly listeners = new Map<string, Map<AnyListener, Watcher>>();
  private readonly resources = new Map<string, Resource>();
  private readonly onlookers = new Set<(connection: Connection) => void>();
  private connection: Connection = 'open';

  constructor(readonly clock: GatewayClient['clock'] = new ManualClock(Date.UTC(2026, 10, 20, 11, 4, 31))) {
    this.cells = new CellRegister(clock);
  }

  watch<R extends Resource>(
    resource: R,
    listener: (answer: Answer<R>) => void,
    { by = 'pane' }: { by?: Watcher } = {},
  ): () => void {
    const key = resourceKey(resource);
    const mine: AnyListener = (answer) => listener(answer as Answer<R>);
    this.resources.set(key, resource);
    this.listeners.set(key, (this.listeners.get(key) ?? new Map<AnyListener, Watcher>()).set(mine, by));
    mine(this.answers.get(key) ?? { state: 'waiting' });
    return () => void this.listeners.get(key)?.delete(mine);
  }

  watchConnection(listener: (connection: Connection) => void): () => void {
    this.onlookers.add(listener);
    listener(this.connection);
    return () => void this.onlookers.delete(listener);
  }

  async wayIn(): Promise<Outcome<WayIn>> {
    return success(this.way);
  }

  signOutPerson(): Promise<Outcome<void>> {
    return new Promise((answer) => this.peopleOut.push(answer));
  }

  beginSignIn(): Promise<Outcome<SigningIn>> {
    return new Promise((answer) => this.signInsBegun.push(answer));
  }

  signInByToken(token: string): Promise<Outcome<{ name: string }>> {
    return new Promise((answer) => this.officeTokens.push({ token, answer }));
  }

  pair(code: string, name?: string): Promise<Outcome<void>> {
    return new Promise((answer) => this.pairings.push({ code, name, answer }));
  }

  watched(): readonly Resource[] {
    return [...this.resources].flatMap(([key, resource]) =>
      [...(this.listeners.get(key)?.values() ?? [])].some((by) => by !== 'aside') ? [resource] : [],
    );
  }

  refresh(resources: readonly Resource[]): Outcome<{ asked: number }> {
    if (this.refusal) return failed(this.refusal);
    this.refreshed.push(...resources);
    return success({ asked: resources.length });
  }

  attend(resources: readonly Resource[]): void {
    this.attended.push(resources);
  }

  explain(resources: readonly Resource[]): Promise<Outcome<readonly Source[]>> {
    const sources = resources.flatMap((resource) => this.sources.get(resourceKey(resource)) ?? []);
    return Promise.resolve(this.refusal ? failed(this.refusal) : success(sources));
  }

  newProgramId(): ProgramId {
    return ProgramId.parse(this.ids.uuid());
  }

  sayWanted(wanted: Parameters<GatewayClient['sayWanted']>[0]): boolean {
    if (this.line) this.wanted.push(wanted);
    return this.line;
  }

  newActionId(): ActionId {
    return ActionId.parse(this.ids.uuid());
  }

  act(
    id: ActionId,
    request: {
      body: ActionBody;
      shown: string;
      accepted?: string[] | undefined;
      replaces?: Action['replaces'];
      recall?: number | undefined;
    },
  ): Promise<Outcome<Action>> {
    const { body, shown, accepted, replaces, recall } = request;
    return new Promise((answer) =>
      this.acts.push({
        id,
        body,
        shown,
        ...(accepted && { accepted }),
        ...(replaces && { replaces }),
        ...(recall !== undefined && { recall }),
        answer,
      }),
    );
  }

  signIn(wish: SignInWish): Promise<Outcome<{ notKept?: Failure | undefined }>> {
    return new Promise((answer) => this.signings.push({ wish, answer }));
  }

  signOut(wish: { forget: boolean }): Promise<Outcome<{ unsettled: number }>> {
    return new Promise((answer) => this.signings.push({ wish, answer }));
  }

  actAll(
    actions: readonly { id: ActionId; body: ActionBody; shown: string }[],
    { following }: { following?: number } = {},
  ): Promise<readonly Outcome<Action>[]> {
    if (following !== undefined) this.following.push(following);
    this.batches.push(actions.map(({ id }) => id));
    return Promise.all(actions.map(({ id, ...request }) => this.act(id, request)));
  }

  async withdrawAll(
    id: ActionId,
    actions: readonly { id: ActionId; body: ActionBody; shown: string }[],
    { proposals = false }: { proposals?: boolean } = {},
  ): Promise<Outcome<readonly Outcome<Action>[]>> {
    this.recalls.push(id);
    this.withProposals.push(proposals);
    if (this.refusal) return failed(this.refusal);
    return success(await this.actAll(actions));
  }

  find(ids: readonly ActionId[]): Promise<Outcome<readonly Action[]>> {
    if (this.refusal) return Promise.resolve(failed(this.refusal));
    return Promise.resolve(success(ids.flatMap((id) => this.kept.get(id) ?? [])));
  }

  settle(
    id: ActionId,
    settlement: { verdict: 'executed' | 'not-executed'; note: string } & Made,
  ): Promise<Outcome<Action>> {
    return new Promise((answer) => this.settlements.push({ id, ...settlement, answer }));
  }

  /** Words of approvers and of whoever pressed, each answered by hand. */
  readonly words: {
    readonly word: 'approve' | 'refuse' | 'remind' | 'cancel';
    readonly id: ActionId;
    /** The hash of what was shown, or the reason. */
    readonly text?: string;
    /** The market that the card showed. */
    readonly card?: CardMarket | undefined;
    readonly answer: (outcome: Outcome<Action>) => void;
  }[] = [];

  approveAction(id: ActionId, hash: string, card?: CardMarket): Promise<Outcome<Action>> {
    return new Promise((answer) => this.words.push({ word: 'approve', id, text: hash, card, answer }));
  }

  refuseAction(id: ActionId, reason: string, card?: CardMarket): Promise<Outcome<Action>> {
    return new Promise((answer) => this.words.push({ word: 'refuse', id, text: reason, card, answer }));
  }

  remindApprovers(id: ActionId): Promise<Outcome<Action>> {
    return new Promise((answer) => this.words.push({ word: 'remind', id, answer }));
  }

  cancelAction(id: ActionId): Promise<Outcome<Action>> {
    return new Promise((answer) => this.words.push({ word: 'cancel', id, answer }));
  }

  exportJournal(format: 'jsonl' | 'csv'): Promise<Outcome<GatewayFile>> {
    return new Promise((answer) => this.files.push({ what: format, answer }));
  }

  supportBundle(): Promise<Outcome<GatewayFile>> {
    return new Promise((answer) => this.files.push({ what: 'support', answer }));
  }

  /** The files for which an address was asked. */
  readonly tickets: string[] = [];
  openFileTicket({ source }: Pick<GatewayFile, 'source'>): Promise<Outcome<string>> {
    this.tickets.push(source);
    return Promise.resolve(this.refusal ? failed(this.refusal) : success('/api/files/ticket'));
  }

  halt(reason?: string): Promise<Outcome<HaltAnswer>> {
    this.halts.push(reason);
    const halt = { number: 1, at: this.clock.now(), ...present({ reason }) };
    return Promise.resolve(this.refusal ? failed(this.refusal) : success({ halt, underWay: 0 }));
  }

  resume(reason: string): Promise<Outcome<unknown>> {
    this.resumptions.push(reason);
    return Promise.resolve(this.refusal ? failed(this.refusal) : success({ resumed: true }));
  }

  noteArming(turned: ArmingBody): Promise<Outcome<unknown>> {
    this.armings.push(turned);
    return Promise.resolve(this.refusal ? failed(this.refusal) : success(turned));
  }

  setLimits(limits: Limits | null): Promise<Outcome<DeskLimits>> {
    return new Promise((answer) => this.limitsSet.push({ limits, answer }));
  }

  webhook(): Promise<Outcome<WebhookAnswer>> {
    return new Promise((answer) => this.webhooksAsked.push(answer));
  }

  checkWebhook(): Promise<Outcome<WebhookCheckAnswer>> {
    return new Promise((answer) => this.webhookChecks.push(answer));
  }

  readonly functionLists: ((told: Outcome<FunctionList>) => void)[] = [];
  functionList(): Promise<Outcome<FunctionList>> {
    return new Promise((answer) => this.functionLists.push(answer));
  }

  interfaceReport(): Promise<Outcome<InterfaceCheckAnswer>> {
    return new Promise((answer) => this.interfacesAsked.push(answer));
  }

  /** Whom the gateway names, and what an admin ended. */
  onDesk: PeopleAnswer = { sessions: [], pairings: [] };
  readonly ended: unknown[] = [];
  readonly people: GatewayClient['people'] = {
    read: async () => success(this.onDesk),
    end: async (whom) => this.endedBy(whom),
    unpair: async (pairing) => this.endedBy({ pairing }),
  };
  private endedBy(asked: unknown): Outcome<{ ended: number }> {
    this.ended.push(asked);
    return success({ ended: 1 });
  }

  checkInterface(): Promise<Outcome<InterfaceReport>> {
    return new Promise((answer) => this.interfaceChecks.push(answer));
  }

  set<R extends Resource>(resource: R, answer: Answer<R>): void {
    const key = resourceKey(resource);
    this.answers.set(key, answer);
    for (const listener of [...(this.listeners.get(key)?.keys() ?? [])]) listener(answer);
  }

  /** A fresh value. */
  say<R extends Resource>(resource: R, value: ValueOf<R>): void {
    this.set(resource, { state: 'fresh', value, fetchedAt: this.clock.now() });
  }

  connect(connection: Connection): void {
    this.connection = connection;
    for (const listener of [...this.onlookers]) listener(connection);
  }

  /** The action of the newest press, in this state. */
  actionOf(act: Act, ending: Partial<Action> & Pick<Action, 'state'>): Action {
    return { id: act.id, body: act.body, shown: act.shown, createdAt: this.clock.now(), ...ending };
  }

  answer(act: Act, ending: Partial<Action> & Pick<Action, 'state'>): void {
    act.answer(success(this.actionOf(act, ending)));
  }

  refuse(act: Act, failure: Failure): void {
    act.answer(failed(failure));
  }
}
