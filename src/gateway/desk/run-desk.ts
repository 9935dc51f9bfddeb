import { hostname } from 'node:os';
import { join } from 'node:path';
import type { MachinesAnswer } from '../../contract/desk/people';
import { onlyProtects } from '../../domain/action';
import type { Environment, DeskStatus } from '../../domain/desk-status';
import { failed, sentence, success, type Outcome, type Failure } from '../../domain/failure';
import { present } from '../../domain/present';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { EventLog } from '../events/event-log';
import { CommitInDoubt } from '../storage/commit-in-doubt';
import { leadPlace, leadView } from '../storage/postgres/lead';
import { migrate, schemaProblem } from '../storage/postgres/migrations';
import { placeOf, type StoreSettings } from '../storage/postgres/place';
import { openPool } from '../storage/postgres/pool';
import { ServerChecks } from '../storage/postgres/server-checks';
import { openPrimary } from '../storage/postgres/session';
import { EVENT_CHANNEL } from '../storage/postgres/schema';
import { postgresSharedRows } from '../storage/postgres/shared-rows';
import { postgresStores } from '../storage/postgres/stores';
import type { Written } from '../storage/journal-store';
import type { Stores } from '../storage/stores';
import type { DeskKey } from '../storage/vault/desk-key';
import { EventEars } from './event-ears';
import { HeldKillSwitch, type Abandoned } from './held-kill-switch';
import { KeptWithdrawals } from './kept-withdrawals';
import { Machines } from './machines';
import { runDoor, type RunDoorOptions } from './run-door';
import { Leadership, type Lead, type LedDesk, type LeadSession, type ViewSession } from './leadership';
import type { EnvironmentWanted } from '../environments/resources';
import { LastEnvironment } from '../environments/last-environment';
import type { PeerSettings } from '../settings/peer-settings';
import type { SharedRows } from '../storage/shared-rows';
import { sharedPairings } from '../storage/vault/pairings';
import { deskKeeper, SealedCredentials, sealedRows, type KeptFor } from '../storage/vault/vault';
import { Agent } from 'undici';
import { FailureAnswer } from '../../contract/desk/answers';
import type { HandedOn } from '../actions/kill-switch';
import { peerConnect } from '../web/peers';
import { HANDED_ON } from '../web/server';
import type { Leading } from './leader';

const ANSWER_MS_MAX = 10_000;

/** Hands what was withdrawn while nobody led to the machine that leads. */
class Hands {
  private readonly agent: Agent;

  /** `key`: the peers' part of the desk's key. */
  constructor(key: Buffer) {
    this.agent = new Agent({
      connect: { ...peerConnect(key), maxCachedSessions: 0 },
      headersTimeout: ANSWER_MS_MAX,
    });
  }

  /** It never rejects. */
  async over({ address }: Leading, handedOn: HandedOn): Promise<Outcome<void>> {
    try {
      const { statusCode, body } = await this.agent.request({
        origin: `https://${address}`,
        ...HANDED_ON,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(handedOn),
      });
      const answer: unknown = await body.json();
      if (statusCode === 200) return success(undefined);
      return failed(FailureAnswer.safeParse(answer).data?.failure ?? NOT_TAKEN);
    } catch {
      return failed(NOT_TAKEN);
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

const NOT_TAKEN: Failure = {
  kind: 'unavailable',
  message: 'The machine that leads this desk did not take it.',
  next: 'It is tried again.',
};

/** What a desk that is led stands on in place of a data folder of its own. */
export interface LedSeams {
  readonly openStores: (environment: Environment) => Promise<Outcome<Stores>>;
  readonly mayLeave: () => boolean;
  readonly webhookToken: DeskKey['webhookToken'];
  readonly parts: Awaited<ReturnType<typeof ledParts>> & {
    readonly doorUrl: string;
    readonly machines: () => Promise<MachinesAnswer>;
  };
}

/** The gateway of today, as it is opened for one time of leading. */
interface LedGateway {
  readonly gateway: {
    readonly port: number;
    turnAway(): void;
    finish(): Promise<void>;
    abandon(): Promise<Abandoned>;
  };
  /** What was heard of an environment, where it can be had. */
  readonly eventsOf: (environment: Environment) => Promise<EventLog | undefined>;
}

interface RunDeskOptions extends Omit<Parameters<typeof ledParts>[0], 'shared' | 'lead'> {
  readonly store: StoreSettings;
  readonly version: string;
  readonly door: Omit<RunDoorOptions, 'key' | 'leader' | 'pool' | 'clock' | 'log' | 'dataFolder'>;
  readonly openGateway: (seams: LedSeams) => Promise<LedGateway>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Connections beside the one that leads: for what must not hold the journal up. */
const POOL_SESSIONS_MAX = 4;
/** Until the desk knows what a door asked for just before it was turned away. */
const TAKEN_MS = 100;

/** One of several gateways of a desk: a door always; it stands for the lead, and is the desk while it leads. */
export async function runDesk(options: RunDeskOptions): Promise<Outcome<RunningDesk>> {
  const { store, openGateway, key, peers, clock, log } = options;
  const read = placeOf(store);
  if (!read.ok) return read;
  const place = read.value;
  const session = (name: string) => openPrimary(place, { name, clock });
  let checks: ServerChecks | undefined;
  const deskPool = () => openPool(place, { name: 'desk', clock, sessionsMax: POOL_SESSIONS_MAX });
  /** Of the next time of leading, open already: opening a session takes longer than what is asked over it at first. */
  let ready = deskPool();
  const killSwitch = new HeldKillSwitch({ ...options, key: key.peers });
  const leadership = new Leadership({
    process: `${hostname()} ${process.pid}`,
    clock,
    log,
    async openSession() {
      const opened = await session('lead');
      if (opened.ok) void ready.prepare(POOL_SESSIONS_MAX);
      return opened.ok ? success(leadSession(opened.value)) : opened;
    },
    async openView() {
      const opened = await session('view');
      if (!opened.ok) return opened;
      const { value } = opened;
      await value.query('LISTEN lead').catch(() => value.cut());
      return success<ViewSession>({
        ...leadView(value),
        onEnded: (listener) => value.onEnded(listener),
        onNotification: (listener) => value.onNotification(listener),
        cut: () => value.cut(),
      });
    },
    async openDesk(lead): Promise<LedDesk> {
      // It holds the port.
      await killSwitch.release();
      const pool = ready;
      ready = deskPool();
      pool.keepOnly(lead.session.server);
      let isOpen = false;
      // One that is not opened after all leaves no connections behind: the server has a number of them.
      lead.onOver(() => {
        if (!isOpen) void pool.end();
      });
      const since = { epoch: lead.epoch, machine: hostname(), since: clock.now() };
      const [disk, parts] = await Promise.all([
        ServerChecks.open({ lead: lead.session, accepts: store.accepts, clock, log }).then((opened) => {
          lead.onOver(() => opened.stop());
          return (checks = opened);
        }),
        ledParts({ ...options, shared: postgresSharedRows(pool), lead: since }),
      ]);
      const { gateway, eventsOf } = await openGateway({
        mayLeave: lead.mayLeave,
        webhookToken: key.webhookToken,
        parts: {
          ...parts,
          doorUrl: door.url,
          machines: async () => ({
            ...since,
            ...disk.replication,
            ...present({ problem: disk.failure && sentence(disk.failure) }),
            machines: await machines.read(machines.address),
          }),
        },
        openStores: async (environment) =>
          success(
            ledStores(
              lead,
              environment,
              postgresStores({
                lead: lead.session,
                pool,
                epoch: lead.epoch,
                environment,
                disk,
                clock,
              }),
            ),
          ),
      });
      const { environments } = options.door;
      const ears = new EventEars({
        environments,
        logOf: async (named) => {
          const environment = environments.find((one) => one === named);
          return environment && eventsOf(environment);
        },
        async open() {
          const opened = await session('events');
          if (opened.ok) await opened.value.query(`LISTEN ${EVENT_CHANNEL}`).catch(() => opened.value.cut());
          return opened;
        },
        clock,
        log,
      });
      ears.start();
      isOpen = true;
      return {
        address: `${peers.host}:${gateway.port}`,
        async finish() {
          gateway.turnAway();
          await pause(clock, TAKEN_MS);
          await gateway.finish();
        },
        async close() {
          ears.stop();
          const abandoned = await gateway.abandon();
          void pool.end();
          await killSwitch.hold(abandoned, {
            port: gateway.port,
            keep: (handedOn) => withdrawals.keep(handedOn),
          });
        },
      };
    },
  });
  const hands = new Hands(key.peers);
  const withdrawals = new KeptWithdrawals({
    path: join(options.dataFolder, 'withdrawals.json'),
    leader: leadership,
    handOver: (to, handedOn) => hands.over(to, handedOn),
    clock,
    log,
  });
  leadership.onChange(() => {
    if (leadership.current()) void killSwitch.release();
  });
  const pool = openPool(place, { name: 'door', clock, sessionsMax: POOL_SESSIONS_MAX });
  // While the database is away a door opens all the same.
  const problem = await schemaProblem(pool).catch(() => undefined);
  if (problem) {
    await pool.end();
    return failed(problem);
  }
  const door = await runDoor({ ...options, ...options.door, leader: leadership, pool });
  const startedAt = clock.now();
  const machines = new Machines({
    rows: postgresSharedRows(pool),
    address: `${peers.host}:${door.port}`,
    self: () => ({
      host: hostname(),
      version: options.version,
      startedAt,
      spooledEvents: door.spooledEvents,
      keptWithdrawals: withdrawals.count,
    }),
    clock,
  });
  leadership.start();
  withdrawals.start();
  machines.start();
  return success({
    url: door.url,
    figures() {
      const lead = leadership.figures();
      const replication = lead.isLeader && checks && { ...checks.replication, isSafe: !checks.failure };
      return { lead, replication: replication || undefined, spool: { events: door.spooledEvents } };
    },
    async stop() {
      machines.stop();
      await killSwitch.end();
      // Who leads next is looked for as long as this door has something in hand.
      await Promise.all([leadership.leave(), door.leave()]);
      await leadership.stop();
      withdrawals.stop();
      await hands.close();
      await door.close();
      await Promise.all([pool.end(), ready.end()]);
    },
  });
}

export interface RunningDesk {
  readonly figures: () => {
    readonly lead: ReturnType<Leadership['figures']>;
    /** As whoever leads knows it. */
    readonly replication: (ServerChecks['replication'] & { readonly isSafe: boolean }) | undefined;
    readonly spool: { readonly events: number };
  };
  /** The address of this machine's door. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

type Session = LeadSession['session'];

/** Before anything is read or written by whoever leads, the tables are brought up to date: only with the lock in hand. */
const leadSession = (session: Session): LeadSession => {
  const place = leadPlace(session);
  return {
    ...place,
    session,
    backend: session.backend,
    onEnded: (listener) => session.onEnded(listener),
    cut: () => session.cut(),
    async lock() {
      await place.lock();
      const migrated = await migrate(session);
      if (!migrated.ok) throw new Error(sentence(migrated.failure));
    },
  };
};

/** After a failover that forgets it, this could be sent a second time; what takes risk away may be. */
const takesRiskOn = (line: Written): boolean =>
  line.state === 'sending' && 'body' in line && !onlyProtects(line.body);

/**
 * The stores of one time of leading. Once it is over, no line is known to be written or not; while the server may lose a line, none is
 * written by which risk would be taken on.
 */
export function ledStores(lead: Lead, environment: Environment, stores: Stores): Stores {
  const { journal } = stores;
  return {
    ...stores,
    journal: {
      ...journal,
      async append(...lines) {
        const { failure } = stores.disk;
        if (failure && lines.some(takesRiskOn)) throw new Error(failure.message);
        try {
          await journal.append(...lines);
        } catch (error) {
          throw lead.isOver && !(error instanceof CommitInDoubt) ? new CommitInDoubt(String(error)) : error;
        }
      },
    },
    usage: (plan) => lead.usage(`${environment} ${plan}`, stores.usage(plan)),
  };
}

interface LedOptions {
  readonly shared: SharedRows;
  readonly key: DeskKey;
  readonly peers: PeerSettings;
  readonly lead: NonNullable<DeskStatus['lead']>;
  readonly dataFolder: string;
  /** Where the desk stands where nobody has signed in or out yet. */
  readonly first: EnvironmentWanted;
  readonly places: readonly KeptFor[];
  readonly log: Log;
}

/** What is other about a gateway that leads a desk on several machines: who is let in, and as whom it signs in, it takes over. */
async function ledParts({ shared, key, peers, lead, dataFolder, first, places, log }: LedOptions) {
  const vault = new SealedCredentials({ place: await sealedRows(shared), keys: deskKeeper(key), log });
  const lastEnvironment = new LastEnvironment(shared, log);
  return {
    vault,
    lastEnvironment,
    first: await lastEnvironment.first(first, { vault, places }),
    shared,
    pairingStore: sharedPairings(shared, dataFolder),
    programKey: key.programs,
    peerKey: key.peers,
    host: peers.host,
    port: peers.port,
    lead,
  };
}
