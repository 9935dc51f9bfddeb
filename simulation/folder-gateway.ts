import type { OfferedEnvironment } from '../src/domain/desk-status';
import type { DeskLimits } from '../src/domain/limits/limits';
import { DEFAULT_PROFILE, type Profile } from '../src/contract/service/profile';
import { seededChance } from '../src/effects/chance';
import type { Clock } from '../src/effects/clock';
import type { Log } from '../src/effects/log';
import { startGateway, type Gateway } from '../src/gateway/gateway';
import { ResourcesByEnvironment, type EnvironmentResources } from '../src/gateway/environments/resources';
import { BUILT_IN } from '../src/gateway/actions/limits-keeper';
import { DEFAULT_POLL_INTERVALS } from '../src/gateway/cache/poll-intervals';
import { fileKeyPlace, KeyKeeper } from '../src/gateway/storage/vault/key-keeper';
import { SealedCredentials, sealedFiles } from '../src/gateway/storage/vault/vault';
import { CREDENTIALS } from '../src/simulator/http/access';
import { DESK } from '../src/simulator/world/counterparty';

/** Built-in, but for the tick of a price without a reference: nobody is there to give it. */
const UNATTENDED: DeskLimits = { ...BUILT_IN, limits: { ...BUILT_IN.limits, noReference: 'tell' } };

export interface KeptDays {
  readonly historyDays: number;
  readonly eventDays: number;
  readonly answerDays: number;
}

export interface FolderGatewayOptions {
  /** Its data; whoever starts another one there restarts it. */
  readonly dataFolder: string;
  /** Where the pages' files would lie. */
  readonly pagesFolder: string;
  readonly environments: readonly Pick<OfferedEnvironment, 'name' | 'service'>[];
  readonly clock: Clock;
  readonly log: Log;
  /** 0 takes a free one. */
  readonly port: number;
  readonly shownZone?: string | undefined;
  /** Built-in ones that want no tick for a price without a reference, unless given. */
  readonly givenLimits?: DeskLimits;
  /** The default one unless given. */
  readonly profile?: Profile | undefined;
  /** Who may do what, and where the browsers are kept that are paired; whoever is paired may do everything unless given. */
  readonly people?: Pick<Parameters<typeof startGateway>[0], 'policies' | 'pairingStore'>;
  /** Whether programs are allowed. */
  readonly programs?: boolean;
  /** For how many days things are kept; as by default unless given. */
  readonly kept?: KeptDays;
}

export interface FolderGateway {
  readonly gateway: Gateway;
  /** A clean stop. */
  stop(): Promise<void>;
  /** Nothing leaves for the service any more, as when the process is gone. */
  cutOff(): Promise<void>;
}

/** The whole gateway in this process, on a real folder, signed in to the simulator, on whatever clock it is given. */
export async function openFolderGateway(options: FolderGatewayOptions): Promise<FolderGateway> {
  const { dataFolder, environments, clock, log, shownZone, kept, profile = DEFAULT_PROFILE } = options;
  const onNotKept = (): never => {
    throw new Error('The disk did not keep what was written.');
  };
  const resources = new ResourcesByEnvironment({
    dataFolder,
    environments,
    profile,
    clock,
    log,
    onNotKept,
    ...(kept && { eventDays: kept.eventDays }),
  });
  const place = fileKeyPlace(`${dataFolder}.key`);
  const keys = await KeyKeeper.of([place, place], log);
  const opened: EnvironmentResources[] = [];
  const gateway = await startGateway({
    environments,
    vault: new SealedCredentials({ place: sealedFiles(dataFolder), keys, log }),
    openResources: async (wanted) => {
      const one = await resources.open(wanted);
      if (one.ok) opened.push(one.value);
      return one;
    },
    webhooks: { inboxes: await resources.inboxes(), rules: { senders: {} } },
    first: { environment: 'simulator', credentials: CREDENTIALS },
    zone: profile.auth.zone,
    recordRules: { ...profile.records, ownName: DESK },
    ...(shownZone !== undefined && { shownZone }),
    version: '0.0.0',
    givenLimits: options.givenLimits ?? UNATTENDED,
    support: { settings: {}, log: () => [], secrets: () => [] },
    host: '127.0.0.1',
    port: options.port,
    pages: { root: options.pagesFolder, workbench: false },
    day: { fromMinutes: 7 * 60, toMinutes: 19 * 60 },
    historyDays: 90,
    ...kept,
    pollIntervals: DEFAULT_POLL_INTERVALS,
    ...options.people,
    ...(options.programs === true && { allowsPrograms: true }),
    clock,
    chance: seededChance(7),
    log,
  });
  return {
    gateway,
    stop: async () => {
      await gateway.stop();
      await resources.close();
    },
    cutOff: async () => {
      for (const one of opened) await one.close();
    },
  };
}
