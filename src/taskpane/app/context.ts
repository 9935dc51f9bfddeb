import type { GatewayClient } from '../../client/client';
import { sentence } from '../../domain/failure';
import { formattersFor, type Formatters } from '../ui/formatters';
import { ArmSwitch } from './arm';
import type { Commands } from './commands';
import { HeardEvents } from './heard-events';
import { Observable, type Watchable } from './observable';
import type { Office } from './office';
import { pagePreferences, type Preferences } from './preferences';
import { Presses } from './presses';
import { Replacements } from './replacements';
import { SeenPrices } from './seen-prices';
import type { RequestDraft } from '../../domain/request-draft';
import type { RequestId } from '../../domain/identifiers';
import type { Draft } from '../quoting/ticket';
import { Withdrawals } from './withdrawals';
import type { Resource } from '../../domain/resources/resource';

/** The gateway counts a minute from each message; keys come far more often. */
const SAID_EVERY_MS = 5_000;

/** The prices that a person acts on: read at once when he turns to them, and kept within seconds while he presses and types. */
export class Attention {
  private resources: readonly Resource[] = [];
  private saidAtMs = -Infinity;
  private wasArmed = false;

  constructor(
    private readonly client: Pick<GatewayClient, 'refresh' | 'attend' | 'clock'>,
    { arm }: Pick<ArmSwitch, 'arm'>,
  ) {
    arm.subscribe(() => {
      const { armed } = arm.get();
      if (armed && !this.wasArmed) this.readNow();
      this.wasArmed = armed;
    });
  }

  /** He has opened these. The answer ends it: what he has left costs no more calls than before. */
  turnTo(resources: readonly Resource[]): () => void {
    this.resources = resources;
    this.readNow();
    return () => {
      if (this.resources !== resources) return;
      this.resources = [];
      this.client.attend([]);
    };
  }

  /** He is about to press or type a price. */
  readNow(): void {
    if (this.resources.length === 0) return;
    this.client.refresh(this.resources);
    this.say();
  }

  /** A key or a press anywhere in the pane; told where no price is open too, as a sign of who is at work. */
  used(): void {
    if (this.client.clock.monotonicMs() - this.saidAtMs >= SAID_EVERY_MS) this.say();
  }

  private say(): void {
    this.saidAtMs = this.client.clock.monotonicMs();
    this.client.attend(this.resources);
  }
}

/** A batch from a table as far as the other rooms are concerned. */
interface Batch {
  /** What was not handed over is not sent any more. */
  stop(why?: string): void;
  /** The platform is another one: nothing that was planned applies. */
  forget(): void;
}

/** The programs of this page as far as the rest of the pane is concerned. */
export interface PagePrograms {
  /** Stops all that run here, and answers how many that are. */
  stopAll(): number;
  /** The platform is another one. */
  forget(): void;
}

type Batches = readonly Observable<Batch | undefined>[];

/** Everything that the pane works with, built once. */
export interface PaneContext {
  readonly client: GatewayClient;
  readonly arm: ArmSwitch;
  readonly attention: Attention;
  readonly presses: Presses;
  readonly withdrawals: Withdrawals;
  /** Quotes that take the place of live ones go on while a person looks into other rooms. */
  readonly replacements: Replacements;
  /** Absent until its room is opened for the first time; a batch goes on while a person looks into other rooms. */
  readonly bulk: Observable<Batch | undefined>;
  /** The same of new requests from a table. */
  readonly requestBatch: Observable<Batch | undefined>;
  /** Absent until its room is opened for the first time; programs go on while a person looks into other rooms. */
  readonly programs: Observable<PagePrograms | undefined>;
  readonly events: HeardEvents;
  readonly preferences: Preferences;
  /** The best prices that were on the screen since the page opened. */
  readonly prices: SeenPrices;
  readonly ticker: Ticker;
  readonly formatters: Formatters;
  readonly commands: Commands;
  readonly office: Observable<Office>;
  /** The last thing said to the person; empty when there is nothing to say. */
  readonly notice: Observable<string>;
  /** The last notice that Today has more of. */
  readonly inToday: Observable<string>;
  /** The request that is being written, once one is: it waits while a person looks into other rooms. */
  readonly draft: Observable<RequestDraft | undefined>;
  /** What was typed into the tickets of a request and not sent, by the name of the ticket: it waits as well. */
  readonly typed: Map<RequestId, ReadonlyMap<string, Draft>>;
}

export function openPaneContext(parts: {
  client: GatewayClient;
  commands: Commands;
  office: Observable<Office>;
  locale: string | undefined;
  timeZone?: string;
  preferences?: Preferences;
}): PaneContext {
  const { client, commands, office, locale, timeZone, preferences = pagePreferences() } = parts;
  const arm = new ArmSwitch(client.clock);
  const presses = new Presses(client, () => arm.armed);
  const draft = new Observable<RequestDraft | undefined>(undefined);
  const typed: PaneContext['typed'] = new Map();
  const formatters = formattersFor(locale, timeZone);
  const bulk = new Observable<Batch | undefined>(undefined);
  const requestBatch = new Observable<Batch | undefined>(undefined);
  const batches = [bulk, requestBatch];
  const programs = new Observable<PagePrograms | undefined>(undefined);
  const notice = new Observable('');
  const inToday = new Observable('');
  const prices = new SeenPrices();
  const replacements = new Replacements({ client, presses, formatters, isArmed: () => arm.armed });
  const events = new HeardEvents(client, preferences);
  const withdrawals = new Withdrawals({
    client,
    presses,
    formatters,
    stopBatch: () => {
      for (const batch of batches) batch.get()?.stop();
      replacements.stop();
    },
    notice,
    taken: () => events.taken.get(),
  });
  arm.follow(client);
  const attention = new Attention(client, arm);
  let place: string | undefined;
  let shownZone = timeZone;
  client.watch({ kind: 'status' }, ({ value }) => {
    if (!value) return;
    // Pane and cells show one clock.
    const zone = value.shownZone ?? value.zone;
    if (zone !== shownZone) formatters.setZone(zone);
    shownZone = zone;
    const next = JSON.stringify([value.environment, value.service]);
    if (place !== undefined && place !== next) {
      for (const batch of batches) batch.get()?.forget();
      programs.get()?.forget();
      replacements.forget();
      presses.forget();
      prices.forget();
      typed.clear();
      // Names of one platform's members mean nothing, or somebody else, on another.
      const written = draft.get();
      if (written) draft.set({ ...written, recipients: [] });
      withdrawals.forget();
    }
    place = next;
  });
  followMassWithdrawals({ client, presses, withdrawals, replacements, formatters, batches, notice });
  client.watch({ kind: 'journal' }, ({ value }) => {
    if (value) presses.learn(value);
  });
  client.watch({ kind: 'own-quotes' }, ({ value }) => withdrawals.know(value));
  client.watch({ kind: 'own-offers' }, ({ value }) => withdrawals.knowOffers(value ?? []));
  followHalts({ client, batches, replacements });
  followMoves({ client, office, notice });
  followArming({ client, arm, notice });
  return {
    client,
    arm,
    attention,
    presses,
    withdrawals,
    replacements,
    events,
    preferences,
    bulk,
    requestBatch,
    programs,
    prices,
    commands,
    office,
    ticker: new Ticker(client.clock),
    formatters,
    notice,
    inToday,
    draft,
    typed,
  };
}

/** When everything was withdrawn from another workbook, nothing that was pressed here before it is sent. */
function followMassWithdrawals({
  client,
  presses,
  withdrawals,
  replacements,
  formatters,
  batches,
  notice,
}: Pick<PaneContext, 'client' | 'presses' | 'withdrawals' | 'replacements' | 'formatters' | 'notice'> & {
  readonly batches: Batches;
}): void {
  let known: { readonly desk: string; readonly number: number } | undefined;
  client.watch({ kind: 'status' }, ({ value }) => {
    if (!value) return;
    const { recall, environment, service } = value;
    const desk = JSON.stringify([environment, service]);
    const isNew = recall && known?.desk === desk && recall.number > known.number;
    known = { desk, number: recall?.number ?? 0 };
    presses.massWithdrawn(known.number);
    if (!isNew || withdrawals.isMine(recall.id)) return;
    const what = `everything was withdrawn at ${formatters.time(recall.at)} from another workbook.`;
    for (const batch of batches) batch.get()?.stop(`Stopped: ${what}`);
    replacements.stop(`Stopped: ${what}`);
    notice.set(`E${what.slice(1)} Anything pressed before that and not yet sent is cancelled.`);
  });
}

/** What waits on this page for its turn is not handed over once the desk is halted. */
function followHalts({
  client,
  batches,
  replacements,
}: Pick<PaneContext, 'client' | 'replacements'> & { readonly batches: Batches }): void {
  client.watch({ kind: 'status' }, ({ value }) => {
    if (!value?.halt) return;
    for (const batch of batches) batch.get()?.stop('Stopped: the desk was halted.');
    replacements.stop('Stopped: the desk was halted.');
  });
}

/** Tells the register of cells, for as long as the page lives, on which sheets cells have moved. */
function followMoves({ client, office, notice }: Pick<PaneContext, 'client' | 'office' | 'notice'>): void {
  let following = false;
  const follow = (): void => {
    const place = office.get();
    if (following || place.kind !== 'excel') return;
    following = true;
    place.sheet.onMoved(
      (sheet) => client.cells.moved(sheet),
      (failure) => notice.set(sentence(failure)),
    );
  };
  office.subscribe(follow);
  follow();
}

const STEP_MS = 1000;

/** The present moment for everything that shows an age: it moves once a second, and only while somebody looks. */
class Ticker implements Watchable<number> {
  private readonly listeners = new Set<() => void>();
  private moment: number;
  private cancel: () => void = () => {};

  constructor(private readonly clock: GatewayClient['clock']) {
    this.moment = clock.now();
  }

  readonly get = (): number => this.moment;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.start();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.cancel();
    };
  };

  private start(): void {
    this.moment = this.clock.now();
    this.cancel = this.clock.after(STEP_MS, () => {
      this.start();
      for (const listener of [...this.listeners]) listener();
    });
  }
}

/** Each turn of the trading switch becomes a line of the journal, one after the other. It delays nothing: the switch is turned already. */
export function followArming({
  client,
  arm,
  notice,
}: {
  readonly client: Pick<GatewayClient, 'noteArming'>;
  readonly arm: Pick<ArmSwitch, 'arm'>;
  readonly notice: Observable<string>;
}): void {
  let { armed } = arm.arm.get();
  let last: Promise<unknown> = Promise.resolve();
  arm.arm.subscribe(() => {
    const now = arm.arm.get();
    if (now.armed === armed) return;
    armed = now.armed;
    const { why } = now;
    // One that never was on for want of https has nothing to tell.
    const isOwn = now.armed || why === 'person' || why === 'start' || why === 'insecure';
    const turned = { on: now.armed, ...(!isOwn && { why }) };
    last = last.then(async () => {
      const outcome = await client.noteArming(turned);
      if (!outcome.ok && turned.on)
        notice.set(`Trading is on, but the journal may have no line of it. ${sentence(outcome.failure)}`);
    });
  });
}
