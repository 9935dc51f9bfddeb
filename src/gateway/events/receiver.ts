import { createHash, timingSafeEqual } from 'node:crypto';
import {
  deliveredEvents,
  readEvents,
  type DeliveredEvent,
  type EventBody,
} from '../../contract/event/event-body';
import { KINDS } from '../../contract/service/mapping';
import type { Environment } from '../../domain/desk-status';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { notKept, notRead, type Rejection } from './delivery-rejections';
import type { Inbox } from './event-log';
import type { Dialect } from '../platform/dialect/dialect';
import { Intake } from './intake';
import { unproven, type DeliveryRules } from './signature';

interface ReceiverOptions {
  readonly inboxes: readonly Inbox[];
  /** Of every inbox that has none of its own. */
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
  readonly rules: DeliveryRules;
  readonly dialect?: Dialect;
}

/** Takes events in, for every environment at an address of its own. */
export class Receiver {
  /** What came to no address of this gateway. */
  readonly strangers: Tally;
  private readonly boxes: readonly (Letterbox & { readonly digest: Buffer })[];

  constructor(private readonly options: ReceiverOptions) {
    const { inboxes, clock, log, soon = setImmediate } = options;
    this.strangers = new Tally(clock);
    this.boxes = inboxes.map(({ environment, token, events, disk, dialect, rules = options.rules }) => {
      const intake = new Intake({ keep: (heard) => events.keep(heard), soon, log });
      disk?.onChange(() => {
        if (!disk.failure) intake.recovered();
      });
      return {
        environment,
        token,
        rules,
        ...(dialect && { dialect }),
        digest: digestOf(token),
        tally: new Tally(clock),
        intake,
      };
    });
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

  /**
   * Settles once every event of the delivery that can be read is on disk, or with why it was not taken. One of several that cannot be
   * read does not lose the others: it is counted as refused, and said.
   */
  async take(box: Letterbox, delivery: Delivery): Promise<Rejection | undefined> {
    const { clock, log } = this.options;
    const refusal = unproven(box.rules, delivery, clock.now());
    if (refusal) return refusal;
    const delivered = deliveredEvents(delivery.bytes, box.rules.items);
    if (!delivered.ok) return notRead(delivered.failure);
    const events: { readonly event: EventBody; readonly text: string }[] = [];
    const unread: Failure[] = [];
    for (const one of delivered.value) {
      const event = await readDelivered(one, box.dialect);
      // Those with one text are kept as repeats of one event.
      const textOf = (read: EventBody, at: number): string => (at === 0 ? one.text : JSON.stringify(read));
      if (event.ok) events.push(...event.value.map((read, at) => ({ event: read, text: textOf(read, at) })));
      else unread.push(event.failure);
    }
    const [first] = unread;
    if (first && events.length === 0) return notRead(first);
    const heardAt = clock.now();
    const kept = await Promise.all(
      events.map(({ event, text }) => box.intake.take({ ...event, body: text, heardAt, origin: 'pushed' })),
    );
    const lost = kept.find((one) => !one.ok);
    if (lost) return notKept(lost.failure);
    for (const failure of unread) box.tally.refuse(failure);
    if (first)
      log.warn('Events of a delivery cannot be read; the others were kept.', {
        unreadable: unread.length,
        of: delivered.value.length,
        first: first.message,
      });
    return undefined;
  }
}

/** An event, or several where its identifiers disagree, as the profile maps it; what no field names stays in its text alone. */
async function readDelivered(
  { json }: DeliveredEvent,
  dialect?: Dialect,
): Promise<Outcome<readonly EventBody[]>> {
  const translate = dialect?.records('event');
  if (!dialect || !translate) return readEvents(json);
  const record = await translate(json, {});
  const failure = dialect.failureOf(record);
  if (failure) return failed(failure);
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return readEvents(record);
  return readEvents(Object.fromEntries(Object.entries(record).filter(([name]) => name in KINDS.event)));
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
