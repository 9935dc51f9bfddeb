import type { Profile } from '../../contract/service/profile';
import type { DeskStatus, OfferedEnvironment, StartMode } from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import type { FourEyes } from '../../domain/policy/four-eyes';
import type { DeskLimits } from '../../domain/limits/limits';
import type { By } from '../../domain/person';
import type { ProgramPolicy } from '../../domain/program/bounds';
import type { Own, Policy } from '../../domain/policy/policy';
import type { Chance } from '../../effects/chance';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { LocalSource } from '../cache/fetch';
import type { AgeLimits } from '../cache/lifetime';
import type { TradingDay } from '../cache/poll-budget';
import type { PollIntervals } from '../cache/poll-intervals';
import type { Vault } from '../storage/vault/vault';
import type { SupportOptions } from './support-bundle';

/** Who is named where the gateway does something by its settings. */
export const byGateway = ({ account = 'gateway' }: Pick<GatewayConfig, 'account'>): By => ({
  name: account,
  session: 'gateway',
});

/** What every desk of this gateway is built with, whatever its environment. */
export interface GatewayConfig {
  readonly environments: readonly Omit<OfferedEnvironment, 'remembered'>[];
  readonly vault: Pick<Vault, 'has' | 'sealing' | 'onChange'>;
  /** IANA zone of the service's day. */
  readonly zone: string;
  /** IANA zone by whose clocks cells show timestamps; without it `zone`. */
  readonly shownZone?: string;
  /** Formulas give days and moments with their formats. */
  readonly formattedDates?: boolean;
  /** How records tell what is the desk's own. */
  readonly recordRules: Profile['records'];
  readonly version: string;
  /** In which mode workbooks start; live unless said. */
  readonly startsIn?: StartMode;
  readonly day: TradingDay;
  readonly pollIntervals: PollIntervals;
  readonly ages?: AgeLimits;
  /** For how many days what was seen of requests is kept. */
  readonly historyDays: number;
  /** For how many days answers are kept that nobody asked for since, and such as never change again; 7 and 3,650 unless said. */
  readonly answerDays?: number;
  readonly finishedDays?: number;
  /** The levels that hold where the pane has set none. */
  readonly givenLimits: DeskLimits;
  /** Where people sign in by name, and why nobody new can just now; absent: nowhere. */
  readonly provider?: Pick<LocalSource, 'onChange'> & { readonly failure: Failure | undefined };
  /** Above what another person has to approve an action; absent: nobody has to. */
  readonly fourEyes?: { read(): FourEyes | undefined; onChange(listener: () => void): () => void };
  /** The policy in force, for its lines in the journal; absent: nobody asks for one. */
  readonly policy?: {
    read(): { readonly path: string; readonly policy: Policy; readonly digest: string } | undefined;
    onChange(listener: () => void): () => void;
  };
  /** What the person who pressed is held to beside the desk's levels; nobody to anything unless said. */
  readonly ownLimits?: (by: By | undefined) => readonly Own[];
  /** Whether the roles of who pressed do not let them press any more; everybody's do unless said. */
  readonly mayNotPress?: (by: By | undefined) => boolean;
  /** Programs are allowed: within which bounds, and why who started one may not run it any more. Absent: they are not. */
  readonly programs?: {
    policy(): ProgramPolicy | undefined;
    starter(by: By | undefined): 'session-over' | 'not-permitted' | undefined;
  };
  readonly support: SupportOptions;
  /** Of a desk on several machines: which of them leads it here, and by which epoch. */
  readonly lead?: NonNullable<DeskStatus['lead']>;
  /** The name of the account that runs this, in the journal. */
  readonly account?: string;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
}
