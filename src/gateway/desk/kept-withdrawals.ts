import * as z from 'zod/mini';
import { sentence, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { HandedOn } from '../actions/kill-switch';
import { textOf, writePrivately } from '../storage/vault/private-file';
import type { Leader, Leading } from './leader';

interface KeptWithdrawalsOptions {
  /** A file of this machine, which one gateway at a time uses. */
  readonly path: string;
  readonly leader: Leader;
  /** Hands one press over, to be written into the journal. */
  readonly handOver: (to: Leading, handedOn: HandedOn) => Promise<Outcome<unknown>>;
  readonly clock: Clock;
  readonly log: Log;
}

const AGAIN_MS = 1_000;

/** What was withdrawn while nobody could lead: on this machine's disk until whoever leads has it in the journal. */
export class KeptWithdrawals {
  private waiting: readonly HandedOn[];
  private stopListening = (): void => undefined;
  private cancel = (): void => undefined;
  private isHandingOn = false;

  constructor(private readonly options: KeptWithdrawalsOptions) {
    const text = textOf(options.path);
    this.waiting = text === undefined ? [] : z.array(HandedOn).parse(JSON.parse(text));
  }

  /** Hands on what waits, now and whenever somebody leads. */
  start(): void {
    this.stopListening = this.options.leader.onChange(() => void this.handOn());
    void this.handOn();
  }

  stop(): void {
    this.stopListening();
    this.cancel();
  }

  /** How many presses wait for somebody to lead. */
  get count(): number {
    return this.waiting.length;
  }

  /** On disk when this returns; throws where it cannot be. The newest of one press counts. */
  keep(handedOn: HandedOn): void {
    this.waiting = [...this.waiting.filter(({ recall }) => recall.id !== handedOn.recall.id), handedOn];
    this.write();
  }

  private write(): void {
    writePrivately(this.options.path, `${JSON.stringify(this.waiting)}\n`);
  }

  private async handOn(): Promise<void> {
    const { leader, handOver, clock, log } = this.options;
    if (this.isHandingOn) return;
    this.isHandingOn = true;
    this.cancel();
    const leading = leader.current();
    for (const one of leading ? this.waiting : []) {
      const taken = leading && (await handOver(leading, one));
      if (!taken?.ok) {
        if (taken)
          log.warn('What was withdrawn cannot be handed on yet.', { reason: sentence(taken.failure) });
        break;
      }
      // A press may have come to its end meanwhile: then its newer words are handed on too.
      this.waiting = this.waiting.filter((waits) => waits !== one);
      this.write();
    }
    this.isHandingOn = false;
    if (this.waiting.length > 0 && leader.current())
      this.cancel = clock.after(AGAIN_MS, () => void this.handOn());
  }
}
