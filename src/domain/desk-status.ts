import * as z from 'zod/mini';
import { Failure } from './failure';
import { Halt } from './halt';
import { MassWithdrawal } from './mass-withdrawal';
import { Role } from './person';

export const Environment = z.enum(['simulator', 'sandbox', 'production']);
export type Environment = z.infer<typeof Environment>;

/** In which mode workbooks start. `manual`: nothing is fetched for cells until a person asks. */
export const StartMode = z.enum(['live', 'manual']);
export type StartMode = z.infer<typeof StartMode>;

/** An environment that the gateway's settings give an address for. */
export const OfferedEnvironment = z.object({
  name: Environment,
  /** The service's address, without credentials. */
  service: z.string(),
  /** Its credentials are kept on the gateway's machine: signing in needs none. */
  remembered: z.boolean(),
});
export type OfferedEnvironment = z.infer<typeof OfferedEnvironment>;

/** Word to type for signing in to production. */
export const PRODUCTION_WORD = 'production';

/** Whether the journal is intact. `checking`: nothing is wrong with its newest lines, and all of it is being read. */
export const JournalState = z.object({
  state: z.enum(['checking', 'whole', 'broken']),
  /** The damaged line, and what to do next. */
  failure: z.optional(Failure),
});
export type JournalState = z.infer<typeof JournalState>;

/** Who the gateway is signed in as, and where. Times are epoch ms. */
export const DeskStatus = z.object({
  signedIn: z.boolean(),
  environment: Environment,
  /** The service's address, without credentials. */
  service: z.string(),
  /** IANA zone of the service's day, e.g. "Europe/Berlin". */
  zone: z.string(),
  /** IANA zone by whose clocks cells show timestamps; absent when it is `zone`. */
  shownZone: z.optional(z.string()),
  /** Formulas give days and moments with their formats; absent: as plain numbers. */
  formattedDates: z.optional(z.boolean()),
  /** Of the table of markets that the gateway counts deliveries by; absent: the built-in one. */
  marketsVersion: z.optional(z.string()),
  tokenEndsAt: z.optional(z.number()),
  /** Why the gateway is not signed in, or why the service cannot be reached just now. */
  failure: z.optional(Failure),
  /** The failure is that of the desk's own storage. */
  cannotWrite: z.optional(z.literal(true)),
  /** Address of a request in the platform's web client; `{request-id}` stands for its id. */
  webClient: z.optional(z.string()),
  /** Versions of the platform's interface that will be taken away, a sentence each. */
  endsOfLife: z.optional(z.readonly(z.array(z.string()))),
  /** Not signed in, but the gateway holds credentials and goes on trying by itself. */
  isTrying: z.optional(z.boolean()),
  /** Where a person can sign in. */
  environments: z._default(z.array(OfferedEnvironment), []),
  /** Location of the key for saved credentials; absent when none can be saved. */
  sealing: z.optional(z.enum(['keychain', 'file', 'desk'])),
  version: z.string(),
  /** Absent: live. */
  startsIn: z.optional(StartMode),
  /** Time of the latest "Withdraw all", from any workbook. */
  recall: z.optional(MassWithdrawal),
  /** Which machine leads the desk, and since when; `epoch` grows with every change. Absent where there is one machine. */
  lead: z.optional(z.object({ epoch: z.number(), machine: z.string(), since: z.number() })),
  /** Nothing that takes risk on is sent; absent while the desk is not halted. */
  halt: z.optional(Halt),
  /** Why nobody new can sign in by name; whoever is signed in stays so. */
  provider: z.optional(Failure),
  /** Who watches, and what they may do now: another one for each page. */
  person: z.optional(z.object({ name: z.string(), id: z.optional(z.string()), roles: z.array(Role) })),
  /** The gateway allows programs; who may start one is a matter of roles. */
  programs: z.optional(z.literal(true)),
  /** Absent from a gateway of an earlier version. */
  journal: z.optional(JournalState),
});
export type DeskStatus = z.infer<typeof DeskStatus>;

/** Cost of keeping all watched resources up to date for the rest of the day. */
export const QuotaPlan = z.object({
  /** Number of watched resources. */
  resources: z.number(),
  /** Factor on the normal poll intervals so that the calls last; 1 when they are affordable. */
  stretch: z.number(),
  /** All calls, on average until the reset or until they end: the one rate that is told, of the same forecast as `endsAt`. */
  callsPerHour: z.number(),
  /** Calls of the last hour, of all pages together: on those beside polling the forecast rests. */
  recent: z.optional(z.number()),
  /** When the oldest price in sight was read (epoch ms); absent while none is. */
  pricesAt: z.optional(z.number()),
  /** One sentence for a person, only when polling is slowed down. */
  says: z.optional(z.string()),
});
export type QuotaPlan = z.infer<typeof QuotaPlan>;

/** Usage of the limit `countPerMinute`, by all pages of this desk. */
export const Pace = z.object({
  /** Offers and acceptances of this desk within the last minute. */
  lastMinute: z.number(),
  /** Offers that still wait on pages for their turn. */
  waiting: z.number(),
});
export type Pace = z.infer<typeof Pace>;

/** The state of the usage plan (interface document, section 8). Counts are calls; times are epoch ms. */
export const Quota = z.object({
  perDay: z.number(),
  used: z.number(),
  left: z.number(),
  /** Calls today kept for withdrawing, accepting and submitting. */
  reserve: z.number(),
  /** Calls that bulk reading, such as a capture of trades, may still use today, and those of a whole day. */
  forBulk: z.optional(z.object({ left: z.number(), perDay: z.number() })),
  /** Tokens in the bucket right now, and how many fit. */
  tokens: z.number(),
  burst: z.number(),
  ratePerSecond: z.number(),
  queued: z.number(),
  resetsAt: z.number(),
  /** Expected end of the day's read calls (epoch ms), by the plan and recent usage; absent when they last. */
  endsAt: z.optional(z.number()),
  /** Calls used today by lane. */
  byLane: z.record(z.string(), z.number()),
  pace: z.optional(Pace),
  /** Absent until the gateway has made one. */
  plan: z.optional(QuotaPlan),
});
export type Quota = z.infer<typeof Quota>;
