import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { eventJson, readEvent, readEventBody } from '../../contract/event/event-body';
import { exactJson } from '../../contract/service/exact-json';
import { KINDS } from '../../contract/service/mapping';
import type { Environment } from '../../domain/desk-status';
import { failed, success, type Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { notKept, notRead, wrongSignature, type Rejection } from './delivery-rejections';
import type { Inbox } from './event-log';
import type { Dialect } from '../platform/dialect/dialect';
import { Intake } from './intake';
import type { SenderRules } from './senders';

/** Who may deliver, and how it is signed. */
export interface DeliveryRules {
  readonly senders: SenderRules;
  readonly signature?: Signature;
}

interface ReceiverOptions {
  readonly inboxes: readonly Inbox[];
  readonly rules: DeliveryRules;
  readonly clock: Clock;
  readonly log: Log;
  /** See {@link Intake}. */
  readonly soon?: (work: () => void) => void;
}

/** The address of one environment. */
export interface Letterbox {
  readonly environment: Environment;
  readonly token: string;
  readonly intake: Intake;
  readonly tally: Tally;
  readonly dialect?: Dialect;
}

/** Takes events in, for every environment at an address of its own. */
export class Receiver {
  readonly rules: DeliveryRules;
  /** What came to no address of this gateway. */
  readonly strangers: Tally;
  private readonly boxes: readonly (Letterbox & { readonly digest: Buffer })[];

  constructor(private readonly options: ReceiverOptions) {
    const { inboxes, rules, clock, log, soon = setImmediate } = options;
    this.rules = rules;
    this.strangers = new Tally(clock);
    this.boxes = inboxes.map(({ environment, token, events, dialect }) => ({
      environment,
      token,
      ...(dialect && { dialect }),
      digest: digestOf(token),
      tally: new Tally(clock),
      intake: new Intake({ keep: (heard) => events.keep(heard), soon, log }),
    }));
  }

  /** It takes the same time whatever is wrong about the token: all are compared, and by their digests. */
  knock(token: string): Letterbox | undefined {
    const digest = digestOf(token);
    return this.boxes.filter((box) => timingSafeEqual(box.digest, digest))[0];
  }

  boxOf(environment: Environment): Letterbox | undefined {
    return this.boxes.find((box) => box.environment === environment);
  }

  /** Why events cannot be kept just now, in whichever environment. */
  get failure(): Failure | undefined {
    return this.boxes.map(({ intake }) => intake.failure).find((failure) => failure !== undefined);
  }

  /** Settles once the event is on disk, or with why it was not taken. */
  async take(box: Letterbox, { headers, bytes }: Delivery): Promise<Rejection | undefined> {
    const { signature } = this.rules;
    if (signature && !isSigned(signature, headers, bytes)) return wrongSignature(signature.header);
    const event = box.dialect?.records('event')
      ? await translatedEvent(bytes, box.dialect)
      : readEventBody(bytes);
    if (!event.ok) return notRead(event.failure);
    const { text: body, ...what } = event.value;
    const heardAt = this.options.clock.now();
    const kept = await box.intake.take({ ...what, body, heardAt, origin: 'pushed' });
    return kept.ok ? undefined : notKept(kept.failure);
  }
}

/** An event as the profile maps it; what no field names stays in its text alone. */
async function translatedEvent(bytes: Buffer, dialect: Dialect): Promise<ReturnType<typeof readEventBody>> {
  const body = eventJson(bytes);
  if (!body.ok) return body;
  const { text } = body.value;
  // Identifiers may be longer numbers than a double carries.
  const record = await dialect.records('event')?.(exactJson(text), {});
  const failure = dialect.failureOf(record);
  if (failure) return failed(failure);
  const fields = typeof record === 'object' && record !== null ? Object.entries(record) : [];
  const event = readEvent(Object.fromEntries(fields.filter(([name]) => name in KINDS.event)));
  return event.ok ? success({ ...event.value, text }) : event;
}

interface Delivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Refusal {
  readonly at: number;
  readonly failure: Failure;
}

/** What came to one address since the gateway started. It is kept in memory alone, so that knocking costs no disk. */
class Tally {
  accepted = 0;
  refused = 0;
  lastAcceptedAt: number | undefined;
  lastRefusal: Refusal | undefined;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  accept(): void {
    this.accepted += 1;
    this.lastAcceptedAt = this.clock.now();
  }

  refuse(failure: Failure): void {
    this.refused += 1;
    this.lastRefusal = { at: this.clock.now(), failure };
  }
}

/** How deliveries are signed, where the operator has agreed to sign them. */
export interface Signature {
  /** Name of the header, in any case. */
  readonly header: string;
  readonly algorithm: 'sha256' | 'sha512';
  readonly secret: string;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether the header signs these very bytes. Nobody has stated how it is written, so hexadecimal and base64 are
 * understood, and the name of the algorithm before it, as in "sha256=…".
 */
export function isSigned({ header, algorithm, secret }: Signature, headers: Headers, body: Buffer): boolean {
  const written = headers[header.toLowerCase()];
  if (typeof written !== 'string') return false;
  const wanted = createHmac(algorithm, secret).update(body).digest();
  return writtenDigests(written.trim(), algorithm).some(
    (given) => given.length === wanted.length && timingSafeEqual(given, wanted),
  );
}

function writtenDigests(written: string, algorithm: string): readonly Buffer[] {
  const prefix = `${algorithm}=`;
  const bare = written.toLowerCase().startsWith(prefix) ? written.slice(prefix.length) : written;
  if (!/^[\w+/-]+=*$/.test(bare)) return [];
  const isHex = /^[0-9a-f]+$/i.test(bare);
  return [...(isHex ? [Buffer.from(bare, 'hex')] : []), Buffer.from(bare, 'base64')];
}
