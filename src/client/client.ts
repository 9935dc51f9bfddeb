import type { HaltAnswer, JournalFormat } from '../contract/desk/answers';
import type { FunctionList } from '../contract/desk/function-list';
import type { PeopleClient } from './people';
import type { InterfaceCheckAnswer, InterfaceReport } from '../contract/desk/interface-check';
import type { WebhookAnswer, WebhookCheckAnswer } from '../contract/desk/webhook';
import type { ActionRequest, ArmingBody } from '../contract/desk/bodies';
import type { WayIn } from '../domain/way-in';
import type { ProgramId } from '../domain/program-mark';
import type { Action, Made } from '../domain/action';
import type { Answer, Resource, Source } from '../domain/resources/resource';
import type { Environment } from '../domain/desk-status';
import type { Failure, Outcome } from '../domain/failure';
import type { ActionId } from '../domain/identifiers';
import type { DeskLimits, Limits } from '../domain/limits/limits';
import type { CardMarket } from '../domain/policy/market-beside';
import type { Clock } from '../effects/clock';
import type { TradeDownloadClient } from './trade-downloads';
import type { Cells } from './cell-register';
import type { GatewayFile } from './http';
import type { ModeSwitch } from './mode';
import type { ProgramsClient } from './programs';
import type { PageMessage } from '../contract/desk/page-message';

/**
 * `connecting`: not yet heard from the gateway. `open`: connected. `lost`: it was, and is being tried again;
 * answers keep their value and age until they are too old. `unpaired`: the gateway answers, and wants a pairing code first.
 */
export type Connection = 'connecting' | 'open' | 'lost' | 'unpaired';

/**
 * Whose interest a watch is: a formula's, or that of a person who looks at the pane. `aside` hears what is known anyway:
 * nothing is ever asked for its sake, and it does not count as watching.
 */
export type Watcher = 'cell' | 'pane' | 'aside';

/** Where to sign in and with what; without credentials with those that the gateway keeps for the environment. */
export interface SignInWish {
  readonly environment: Environment;
  readonly credentials?: {
    readonly apiKey: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** Keep them on the gateway's machine, encrypted. */
    readonly remember: boolean;
  };
  /** What was typed to enter production. */
  readonly word?: string;
}

/** A sign-in on its way. The secret that belongs to it stays in the page's memory. */
export interface SigningIn {
  /** The whole address at which the dialog begins. */
  readonly page: string;
  /** Turns the ticket into the key of this browser; the page connects by itself then. Who it is comes back. */
  redeem(ticket: string): Promise<Outcome<{ readonly name: string }>>;
}

/** All rows of a program as they are wanted. */
type WantedMessage = Extract<PageMessage, { type: 'wanted' }>;

/** What cells and pane share: one connection, one answer per resource, one way to act. */
export interface GatewayClient {
  /**
   * Calls `listener` at once with what is known, then at every change of the answer, until the returned function is
   * called (twice is harmless). However many watch an equal resource, the gateway is asked once. An
   * answer that grows too old turns `stale` by itself, connected or not. What cells alone watch is fetched by itself
   * only while the workbook is live. Without `by` it is the pane.
   */
  watch<R extends Resource>(
    resource: R,
    listener: (answer: Answer<R>) => void,
    options?: { by?: Watcher },
  ): () => void;
  /** What is watched now, by cells and pane together, not aside; each equal resource once. */
  watched(): readonly Resource[];
  /** The connection now and at every change. */
  watchConnection(listener: (connection: Connection) => void): () => void;
  /**
   * Asks the gateway to fetch these ahead of polling, and says how many that are: what can never change, what costs
   * nothing and what nobody watches is left out. It costs calls. `wrong-state` while the workbook is paused,
   * `unavailable` without a connection; nothing is asked then.
   */
  refresh(resources: readonly Resource[]): Outcome<{ asked: number }>;
  /**
   * A person acts on these just now, and on nothing else at this page: for a minute the gateway keeps them within seconds of the platform.
   * It costs calls; nothing while the workbook is paused.
   */
  attend(resources: readonly Resource[]): void;
  /** Where what is known of these comes from and when they are asked for again. It costs no call. `unavailable` without the gateway. */
  explain(resources: readonly Resource[]): Promise<Outcome<readonly Source[]>>;
  readonly mode: ModeSwitch;
  /**
   * Pairs this browser with the gateway, by the code that its window or log shows; `name` is how the journal calls the person. The page
   * connects by itself then.
   */
  pair(code: string, name?: string): Promise<Outcome<void>>;
  /** How people come in here. `unavailable` without the gateway. */
  wayIn(): Promise<Outcome<WayIn>>;
  /** Begins the sign-in of a person at the provider. Its page opens in a dialog, and gives a ticket at its end. */
  beginSignIn(): Promise<Outcome<SigningIn>>;
  /** Signs a person in by a token that Office got from the provider for this desk. The page connects by itself then. */
  signInByToken(token: string): Promise<Outcome<{ name: string }>>;
  /** Signs the person of this browser out, for all of its pages: each asks anew who is there. */
  signOutPerson(): Promise<Outcome<void>>;
  /** The running formulas of this workbook. */
  readonly cells: Cells;
  /** An id for one action, kept by its caller until that action is final. */
  newActionId(): ActionId;
  /**
   * Hands an action to the gateway, which writes it down before sending it. The same id again is the same
   * action and sends nothing more. No answer from the gateway is `unknown-outcome`: ask again with the same id.
   */
  act(id: ActionId, request: ActionRequest): Promise<Outcome<Action>>;
  /**
   * Signs the gateway in, for every page that it serves. Nothing of the wish is kept in the page. `notKept`: signed in, but
   * the credentials could not be kept. A wrong word, refused credentials and a service that is down are failures of their own.
   */
  signIn(wish: SignInWish): Promise<Outcome<{ notKept?: Failure | undefined }>>;
  /**
   * Signs the gateway out, for every page that it serves, once what is being sent has come to rest. `forget` also
   * wipes what is kept for the environment. `unsettled` counts actions whose outcome stays unknown.
   */
  signOut(wish: { forget: boolean }): Promise<Outcome<{ unsettled: number }>>;
  /**
   * Many actions by one press, each under its own id and with its own result, in the order given. They go at once,
   * withdrawals first and ahead of everything else. `following`: how many offers of the same press are still to come. Where a result is missing it is `unknown-outcome`.
   */
  actAll(
    actions: readonly ({ id: ActionId } & ActionRequest)[],
    options?: { readonly following?: number },
  ): Promise<readonly Outcome<Action>[]>;
  /**
   * "Withdraw all": whatever is live or on its way goes, also what these withdrawals do not name and what other pages sent, and no
   * offer that any page pressed before goes live after it. `id` names this press: the same id twice is one. Each withdrawal
   * has its own result, in the order given; a failure of the whole is one of all. `proposals`: firm price proposals of the desk go
   * as well.
   */
  withdrawAll(
    id: ActionId,
    actions: readonly ({ id: ActionId } & ActionRequest)[],
    also?: { readonly proposals?: boolean },
  ): Promise<Outcome<readonly Outcome<Action>[]>>;
  /**
   * What the journal has of these ids, however long ago; what is missing was never taken by the desk. It sends nothing and
   * costs no call. `unavailable` without the gateway.
   */
  find(ids: readonly ActionId[]): Promise<Outcome<readonly Action[]>>;
  /**
   * A person says how an action ended that is `acknowledged` or `unknown`; `note` (1 to 300 characters) says why. It is
   * final from then on. Failures: `wrong-state` when it has ended already, `unavailable` when it could not be kept.
   */
  settle(
    id: ActionId,
    settlement: { verdict: 'executed' | 'not-executed'; note: string } & Made,
  ): Promise<Outcome<Action>>;
  /**
   * Another person's word that what waits may go, as it was shown: `hash` is that of its approval, `card` the market that its card showed beside
   * it. Its own page cannot.
   */
  approveAction(id: ActionId, hash: string, card?: CardMarket): Promise<Outcome<Action>>;
  /** Refuses what waits, with a reason of 1 to 300 characters. */
  refuseAction(id: ActionId, reason: string, card?: CardMarket): Promise<Outcome<Action>>;
  /** The approvers are told once more of what waits, at most once a minute (`throttled`), by the person who pressed it. */
  remindApprovers(id: ActionId): Promise<Outcome<Action>>;
  /** What waits is wanted no more by whoever pressed it. */
  cancelAction(id: ActionId): Promise<Outcome<Action>>;
  /** The whole journal as a file. JSON Lines can be verified, CSV is for a spreadsheet. It costs no call. */
  exportJournal(format: JournalFormat): Promise<Outcome<GatewayFile>>;
  /** What whoever helps needs to know, without secrets and without prices. It costs no call. */
  supportBundle(): Promise<Outcome<GatewayFile>>;
  /**
   * A path on the gateway from which a browser that knows no token fetches this file, once and within a minute. For where Excel
   * lets the pane save nothing.
   */
  openFileTicket(file: Pick<GatewayFile, 'source'>): Promise<Outcome<string>>;
  /**
   * Sets the limits of the desk for every workbook; `null` goes back to those that the gateway was started with. Failures:
   * `denied` when they are locked, `invalid-argument` with the field that is not right, `unavailable` when not kept.
   */
  setLimits(limits: Limits | null): Promise<Outcome<DeskLimits>>;
  /** Stops everything new of every page at once; withdrawing goes on. `underWay`: what had left before and has not ended. */
  halt(reason?: string): Promise<Outcome<HaltAnswer>>;
  /** `unavailable` when it cannot be written down: the desk stays halted. */
  resume(reason: string): Promise<Outcome<unknown>>;
  /** Writes into the journal that this page's trading switch was turned. `unavailable` when it is not written yet. */
  noteArming(turned: ArmingBody): Promise<Outcome<unknown>>;
  /** Captures of trades: what they cost, how they stand, and what was captured. */
  readonly captures: TradeDownloadClient;
  /** How events reach this desk: the address to give to the operator, and what came there. It costs no call. */
  webhook(): Promise<Outcome<WebhookAnswer>>;
  /**
   * Asks the service for its example of an event, reads it as a delivery would be read, and shows it among the events as a
   * test. It costs one call. `unreadable`: the example is no event, and what to change is said.
   */
  checkWebhook(): Promise<Outcome<WebhookCheckAnswer>>;
  /** What the last check of the interface found, and how many calls one costs at most. It costs no call. */
  interfaceReport(): Promise<Outcome<InterfaceCheckAnswer>>;
  /** Reads the platform by the service profile and tells which of its keys hold; never writes. It costs as many calls as was said. */
  checkInterface(): Promise<Outcome<InterfaceReport>>;
  /** The functions as Excel is told of them. It costs no call. */
  functionList(): Promise<Outcome<FunctionList>>;
  /** Who is on this desk, for an admin. It costs no call. */
  readonly people: PeopleClient;
  /** What a person does with programs. */
  readonly programs: ProgramsClient;
  newProgramId(): ProgramId;
  /** Says what a running program of this page wants now; `false` when there is no line to the gateway. */
  sayWanted(wanted: Omit<WantedMessage, 'type'>): boolean;
  /** The gateway's time: what `fetchedAt`, `staleAt`, `until` and the journal are compared with. */
  readonly clock: Clock;
}
