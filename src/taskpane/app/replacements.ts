import type { GatewayClient } from '../../client/client';
import { present } from '../../domain/present';
import type { AcceptedWarning, BodyOf } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import type { LiveQuote } from '../../domain/own-offers';
import type { Request } from '../../domain/request';
import type { RunRow } from './batch-rows';
import { Observable } from './observable';
import type { Formatters } from '../ui/formatters';
import type { Presses } from './presses';

/** A quote that takes the place of live ones, frozen at the press. */
export interface Replacement {
  readonly request: Request;
  /** Withdrawn before the new one is sent. */
  readonly replaced: readonly LiveQuote[];
  readonly send: {
    readonly body: BodyOf<'send-quote'>;
    readonly shown: string;
    readonly accepted: readonly AcceptedWarning[];
  };
}

/** One on its way, and how it ended until that was put away. */
export interface Replacing extends Pick<RunRow, 'state' | 'message' | 'step'> {
  readonly requestId: RequestId;
  readonly shown: string;
  readonly replaced: readonly LiveQuote[];
  /** Epoch ms. */
  readonly pressedAt: number;
}

export const isUnderWay = ({ state }: Pick<Replacing, 'state'>): boolean =>
  state === 'waiting' || state === 'withdrawing' || state === 'sending';

/** What a replacement is carried out with. */
export interface ReplacementOptions {
  readonly client: Pick<GatewayClient, 'newActionId' | 'clock' | 'watch'>;
  readonly presses: Presses;
  readonly formatters: Formatters;
  readonly isArmed: () => boolean;
}

/** A replacement on its way, until it is closed. */
export interface UnderWay {
  start(): void;
  /** What was not handed over is not sent any more. */
  stop(why?: string): void;
  close(): void;
}

type ReplacementProgress = Pick<RunRow, 'state' | 'message' | 'step'>;

export type CarryOut = (
  wanted: Replacement,
  options: ReplacementOptions,
  tell: (told: ReplacementProgress) => void,
) => UnderWay;

/**
 * Quotes that take the place of live ones, one at a time on a request, each as a batch of one: withdrawn first, and the new one
 * sent only after that is done and nothing has moved. They go on while a person looks into other rooms.
 */
export class Replacements {
  readonly all = new Observable<readonly Replacing[]>([]);
  private readonly runs = new Map<RequestId, UnderWay>();

  constructor(private readonly options: ReplacementOptions) {}

  /** `carryOut` comes with the room that a quote is typed in: the pane's first room has no need of it. */
  start(wanted: Replacement, carryOut: CarryOut): void {
    const { request, replaced, send } = wanted;
    const { client } = this.options;
    if (this.runs.has(request.id) || !this.options.isArmed()) return;
    const told = { requestId: request.id, shown: send.shown, replaced, pressedAt: client.clock.now() };
    const run = carryOut(wanted, this.options, ({ state, message, step }) =>
      this.set({ ...told, state, message, ...present({ step }) }),
    );
    this.runs.set(request.id, run);
    run.start();
  }

  /** A person has read how it ended. What is under way stays. */
  dismiss(requestId: RequestId): void {
    const known = this.all.get().find((one) => one.requestId === requestId);
    if (known && !isUnderWay(known)) this.drop(requestId);
  }

  /** What was not handed over is not sent any more. */
  stop(why?: string): void {
    for (const run of this.runs.values()) run.stop(why);
  }

  /** The desk works in another environment. */
  forget(): void {
    this.stop();
    for (const id of [...this.runs.keys()]) this.drop(id);
  }

  private drop(requestId: RequestId): void {
    this.runs.get(requestId)?.close();
    this.runs.delete(requestId);
    this.all.set(this.all.get().filter((one) => one.requestId !== requestId));
  }

  private set(next: Replacing): void {
    const others = this.all.get().filter(({ requestId }) => requestId !== next.requestId);
    this.all.set([...others, next]);
  }
}
