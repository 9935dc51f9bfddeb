import type { Action } from '../../domain/action';
import type { DeskStatus, Quota } from '../../domain/desk-status';
import type { DeskLimits } from '../../domain/limits/limits';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { redacted } from '../platform/secrets';
import type { Head } from '../storage/journal-chain';

/** What a process knows of itself that its desks do not. */
export interface SupportOptions {
  readonly settings: unknown;
  readonly log: () => readonly LogLine[];
  /** Everything that must not be in a bundle, in whatever form. */
  readonly secrets: () => readonly string[];
}

export interface BundleOptions extends SupportOptions {
  readonly now: number;
  readonly status: DeskStatus;
  readonly quota: Quota;
  /** By how much wished intervals are stretched, and how many resources of each kind are watched. */
  readonly plan: { readonly stretch: number; readonly watched: Readonly<Record<string, number>> };
  readonly limits: DeskLimits;
  readonly journal: { readonly isWhole: boolean; readonly head: Head; readonly actions: readonly Action[] };
}

const HEADS_MAX = 200;

/**
 * What whoever helps needs to see, and no more. Of actions it has their numbers, states and times, so that they can be
 * found with the operator, but no price, no quantity and no text: what a desk trades at is its own business.
 */
export function supportBundle(options: BundleOptions): unknown {
  const { now, status, quota, plan, limits, journal } = options;
  const { service, environments, ...signedIn } = status;
  const places = environments.map((place) => ({ ...place, service: originOf(place.service) }));
  const bundle = {
    madeAt: new Date(now).toISOString(),
    versions: {
      spreaddesk: status.version,
      node: process.version,
      system: `${process.platform} ${process.arch}`,
      ...versionsOf(process.versions),
    },
    settings: options.settings,
    status: { ...signedIn, service: originOf(service), environments: places },
    quota,
    plan,
    limits: { source: limits.source, locked: limits.locked },
    journal: {
      isWhole: journal.isWhole,
      head: journal.head,
      actions: journal.actions.slice(0, HEADS_MAX).map(headOf),
    },
    log: options.log(),
  };
  return shareable(bundle, options.secrets());
}

const versionsOf = ({ v8, uv, openssl }: NodeJS.ProcessVersions) => ({ v8, uv, openssl });

function headOf({ id, body, state, createdAt, sentAt, endedAt, tradeId, quoteId, failure }: Action): unknown {
  return {
    id,
    kind: body.kind,
    ...('requestId' in body && { requestId: body.requestId }),
    quoteId: 'quoteId' in body ? body.quoteId : quoteId,
    tradeId,
    state,
    createdAt,
    sentAt,
    endedAt,
    failure: failure?.kind,
  };
}

export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'not an address');

/** Fields that hold a secret, or what the desk trades at, whatever stands in them. Compared without case and dashes. */
const HIDDEN = new Set(
  [
    'token, accesstoken, sessiontoken, authorization, apikey, xapikey, clientid, clientsecret, secret, password',
    'passphrase, credentials, cookie, price, prices, legprices, spreadprice, lastseen, quantity, shown, body, raw, json',
  ].flatMap((names) => names.split(', ')),
);
const DEPTH_MAX = 8;
const ITEMS_MAX = 500;
const TEXT_MAX = 2_000;
const MARK = '…';

/** What looks like a credential by its form alone: a bearer token, a signed token, a user and a word in an address, where events go. */
const FORMS: readonly RegExp[] = [
  /\bBearer\s+\S+/gi,
  /\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g,
  /(?<=:\/\/)[^/\s@]+@/g,
  /(?<=\/webhooks\/)[^/\s"'?#]+/g,
];

/** A copy of a value that can be shown to others. `secrets` are found wherever they stand, in every form they travel in. */
export function shareable(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return shareableText(value, secrets);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? MARK : value;
  if (depth >= DEPTH_MAX) return MARK;
  if (value instanceof Error) return shareableText(String(value), secrets);
  if (Array.isArray(value)) {
    return value.slice(0, ITEMS_MAX).map((one) => shareable(one, secrets, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ITEMS_MAX)
      .map(([name, one]) => [
        shareableText(name, secrets),
        isHidden(name) ? MARK : shareable(one, secrets, depth + 1),
      ]),
  );
}

const isHidden = (name: string): boolean => HIDDEN.has(name.toLowerCase().replaceAll(/[-_]/g, ''));

function shareableText(text: string, secrets: readonly string[]): string {
  const clean = FORMS.reduce((rest, form) => rest.replaceAll(form, MARK), redacted(text, secrets));
  return clean.length > TEXT_MAX ? clean.slice(0, TEXT_MAX) + MARK : clean;
}

export interface LogLine {
  /** Epoch ms. */
  readonly at: number;
  readonly level: keyof Log;
  readonly message: string;
  readonly fields?: unknown;
}

const LINES_MAX = 500;

/** A log that also keeps its newest lines in memory, for the support bundle. `kept` says what may be kept of a line. */
export class LogRing implements Log {
  private readonly ring: LogLine[] = [];

  constructor(
    private readonly log: Log,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly kept: (value: unknown) => unknown,
  ) {}

  /** The newest lines, oldest first. */
  get lines(): readonly LogLine[] {
    return this.ring;
  }

  readonly info: Log['info'] = (message, fields) => this.say('info', message, fields);
  readonly warn: Log['warn'] = (message, fields) => this.say('warn', message, fields);
  readonly error: Log['error'] = (message, fields) => this.say('error', message, fields);

  private say(level: keyof Log, message: string, fields?: Readonly<Record<string, unknown>>): void {
    this.log[level](message, fields);
    const line = { at: this.clock.now(), level, message: String(this.kept(message)) };
    // At once and not when a bundle is asked for: what is kept must neither change nor hold anything big alive.
    this.ring.push(fields === undefined ? line : { ...line, fields: this.kept(fields) });
    if (this.ring.length > LINES_MAX) this.ring.shift();
  }
}
