import { createHash, timingSafeEqual } from 'node:crypto';
import { readEventBody } from '../../contract/event/event-body';
import type { Environment } from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Inbox } from '../events/inbox';
import { Intake } from '../events/intake';
import { notKept, notRead, wrongSignature, type Turned } from './refusals';
import type { SenderRules } from './senders';
import { isSigned, type Signature } from './signature';
import { Tally } from './tally';

/** Who may deliver, and how it is signed. */
export interface DeliveryRules {
  readonly senders: SenderRules;
  readonly signature?: Signature;
}

export interface ReceiverParts {
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
}

/** Takes events in, for every environment at an address of its own. */
export class Receiver {
  readonly rules: DeliveryRules;
  /** What came to no address of this gateway. */
  readonly strangers: Tally;
  private readonly boxes: readonly (Letterbox & { readonly digest: Buffer })[];

  constructor(private readonly parts: ReceiverParts) {
    const { inboxes, rules, clock, log, soon = setImmediate } = parts;
    this.rules = rules;
    this.strangers = new Tally(clock);
    this.boxes = inboxes.map(({ environment, token, events }) => ({
      environment,
      token,
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
  async take(box: Letterbox, { headers, bytes }: Delivery): Promise<Turned | undefined> {
    const { signature } = this.rules;
    if (signature && !isSigned(signature, headers, bytes)) return wrongSignature(signature.header);
    const event = readEventBody(bytes);
    if (!event.ok) return notRead(event.failure);
    const { text: body, ...what } = event.value;
    const heardAt = this.parts.clock.now();
    const kept = await box.intake.take({ ...what, body, heardAt, origin: 'pushed' });
    return kept.ok ? undefined : notKept(kept.failure);
  }
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
