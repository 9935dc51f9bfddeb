import type { DeskClient } from '../../client/client';
import { ARM_IDLE_MS, armAfter, DISARMED, isArmed, type Arm, type ArmEvent } from './arm';
import { Observable } from '../observable';

/** The desk's one arm switch: off until a person turns it on, and off by itself whenever it should be. */
export class ArmSwitch {
  readonly arm = new Observable<Arm>(DISARMED);
  private cancelIdle: () => void = () => {};

  constructor(private readonly clock: DeskClient['clock']) {}

  /** Follows connection and status for as long as the pane lives. */
  follow(client: Pick<DeskClient, 'watch' | 'watchConnection'>): void {
    client.watchConnection((connection) => this.move({ type: 'connection', connection }));
    client.watch({ kind: 'status' }, ({ value }) => {
      if (value) this.move({ type: 'status', status: value });
    });
  }

  turn(on: boolean): void {
    this.move({ type: 'switched', on, at: this.clock.now() });
  }

  /** A key, a click or a touch in the pane. */
  used(): void {
    this.move({ type: 'used', at: this.clock.now() });
  }

  get armed(): boolean {
    return isArmed(this.arm.get(), this.clock.now());
  }

  private move(event: ArmEvent): void {
    const before = this.arm.get();
    const after = armAfter(before, event);
    this.arm.set(after);
    if (after.armed && after.usedAt === before.usedAt && before.armed) return;
    this.cancelIdle();
    if (after.armed) this.cancelIdle = this.clock.after(ARM_IDLE_MS, () => this.move({ type: 'idle' }));
  }
}
