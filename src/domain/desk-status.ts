import * as z from 'zod/mini';
import { Failure } from './failure';
import { MassWithdrawal } from './mass-withdrawal';

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

/** What has to be typed to sign in where trades are real. */
export const PRODUCTION_WORD = 'production';

/** Whether the journal is as it was written. `checking`: nothing is wrong with its newest lines, and all of it is being read. */
export const JournalState = z.object({
  state: z.enum(['checking', 'whole', 'broken']),
  /** Which line is not right, and what to do. */
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
  tokenEndsAt: z.optional(z.number()),
  /** Why the gateway is not signed in, or why the service cannot be reached just now. */
  failure: z.optional(Failure),
  /** Not signed in, but the gateway holds credentials and goes on trying by itself. */
  isTrying: z.optional(z.boolean()),
  /** Where a person can sign in. */
  environments: z._default(z.array(OfferedEnvironment), []),
  /** Where the key of kept credentials lies; absent when none can be kept. */
  sealing: z.optional(z.enum(['keychain', 'file'])),
  version: z.string(),
  /** Absent: live. */
  startsIn: z.optional(StartMode),
  /** The last time that everything was withdrawn, from whichever workbook. */
  recall: z.optional(MassWithdrawal),
  /** Absent from a gateway of an earlier version. */
  journal: z.optional(JournalState),
});
export type DeskStatus = z.infer<typeof DeskStatus>;

/** What keeping everything that is watched up to date takes, for the rest of the day. */
export const QuotaPlan = z.object({
  /** Things in sight that are being kept up to date. */
  resources: z.number(),
  /** By how much the wished intervals have to be multiplied so that the calls last; 1 when the wish is held. */
  stretch: z.number(),
  /** Calls that looking for changes uses at this pace. */
  callsPerHour: z.number(),
  /** One sentence for a person, only when the wish is not held. */
  says: z.optional(z.string()),
});
export type QuotaPlan = z.infer<typeof QuotaPlan>;

/** How much of what a minute may have is taken (the limit `countPerMinute`), whoever took it. */
export const Pace = z.object({
  /** Offers and acceptances of this desk within the last minute. */
  lastMinute: z.number(),
  /** Offers that pages have pressed for and that still wait there for their turn. */
  waiting: z.number(),
});
export type Pace = z.infer<typeof Pace>;

/** The state of the usage plan (interface document, section 8). Counts are calls; times are epoch ms. */
export const Quota = z.object({
  perDay: z.number(),
  used: z.number(),
  left: z.number(),
  /** Calls of the day kept for withdrawing, accepting and submitting. */
  reserve: z.number(),
  /** Calls that bulk reading, such as a capture of trades, may still use today, and those of a whole day. */
  forBulk: z.optional(z.object({ left: z.number(), perDay: z.number() })),
  /** Tokens in the bucket right now, and how many fit. */
  tokens: z.number(),
  burst: z.number(),
  ratePerSecond: z.number(),
  queued: z.number(),
  resetsAt: z.number(),
  /** When the day's calls for reading would end, by the plan and the pace of what is not planned; absent when they last. */
  endsAt: z.optional(z.number()),
  /** Calls used today by lane. */
  byLane: z.record(z.string(), z.number()),
  pace: z.optional(Pace),
  /** Absent until the gateway has made one. */
  plan: z.optional(QuotaPlan),
});
export type Quota = z.infer<typeof Quota>;
