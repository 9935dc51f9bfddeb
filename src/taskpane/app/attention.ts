import type { GatewayClient } from '../../client/client';
import type { Resource } from '../../domain/resources/resource';
import type { ArmSwitch } from './arm';

/** The gateway counts a minute from each message; keys come far more often. */
const SAID_EVERY_MS = 5_000;

/** The prices that a person acts on: read at once when he turns to them, and kept within seconds while he presses and types. */
export class Attention {
  private resources: readonly Resource[] = [];
  private saidAtMs = -Infinity;
  private wasArmed = false;

  constructor(
    private readonly client: Pick<GatewayClient, 'refresh' | 'attend' | 'clock'>,
    { arm }: Pick<ArmSwitch, 'arm'>,
  ) {
    arm.subscribe(() => {
      const { armed } = arm.get();
      if (armed && !this.wasArmed) this.readNow();
      this.wasArmed = armed;
    });
  }

  /** He has opened these. The answer ends it: what he has left costs no more calls than before. */
  turnTo(resources: readonly Resource[]): () => void {
    this.resources = resources;
    this.readNow();
    return () => {
      if (this.resources !== resources) return;
      this.resources = [];
      this.client.attend([]);
    };
  }

  /** He is about to press or type a price. */
  readNow(): void {
    if (this.resources.length === 0) return;
    this.client.refresh(this.resources);
    this.say();
  }

  /** A key or a press anywhere in the pane; told where no price is open too, as a sign of who is at work. */
  used(): void {
    if (this.client.clock.monotonicMs() - this.saidAtMs >= SAID_EVERY_MS) this.say();
  }

  private say(): void {
    this.saidAtMs = this.client.clock.monotonicMs();
    this.client.attend(this.resources);
  }
}
