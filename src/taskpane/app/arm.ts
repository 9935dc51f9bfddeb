import type { Connection, GatewayClient } from '../../client/client';
import type { DeskStatus } from '../../domain/desk-status';
import { Observable } from './observable';

/** Arming ends after this long without a key, a click or a touch in the pane. */
export const ARM_IDLE_MS = 5 * 60_000;

type DisarmReason =
  'start' | 'person' | 'idle' | 'connection' | 'environment' | 'signed-out' | 'halted' | 'insecure';

export interface Arm {
  readonly armed: boolean;
  /** Why it is off; the last reason while it is on. */
  readonly why: DisarmReason;
  /** Epoch ms of the last use. */
  readonly usedAt: number;
  readonly connection: Connection;
  readonly status: Pick<DeskStatus, 'environment' | 'signedIn' | 'service' | 'halt'> | undefined;
}

type ArmEvent =
  | { readonly type: 'switched'; readonly on: boolean; readonly at: number; readonly isSecure?: boolean }
  | { readonly type: 'used'; readonly at: number }
  | { readonly type: 'idle' }
  | { readonly type: 'connection'; readonly connection: Connection }
  | { readonly type: 'status'; readonly status: Arm['status'] };

export const DISARMED: Arm = {
  armed: false,
  why: 'start',
  usedAt: 0,
  connection: 'connecting',
  status: undefined,
};

/** The one function that moves the arm switch. Only a person turns it on; much turns it off. */
export function armAfter(arm: Arm, event: ArmEvent): Arm {
  switch (event.type) {
    case 'switched': {
      if (!event.on) return off(arm, 'person');
      const why = event.isSecure === false ? 'insecure' : hindrance(arm);
      return why === undefined ? { ...arm, armed: true, usedAt: event.at } : { ...arm, armed: false, why };
    }
    case 'used':
      return arm.armed && !isIdle(arm, event.at) ? { ...arm, usedAt: event.at } : arm;
    case 'idle':
      return off(arm, 'idle');
    case 'connection': {
      const next = { ...arm, connection: event.connection };
      return event.connection === 'open' ? next : off(next, 'connection');
    }
    case 'status': {
      const next = { ...arm, status: event.status };
      if (moved(arm.status, event.status)) return off(next, 'environment');
      if (event.status?.halt) return off(next, 'halted');
      return event.status && !event.status.signedIn ? off(next, 'signed-out') : next;
    }
  }
}

/** What keeps the switch from being turned on now. */
function hindrance({ connection, status }: Arm): DisarmReason | undefined {
  if (connection !== 'open' || status === undefined) return 'connection';
  if (status.halt) return 'halted';
  return status.signedIn ? undefined : 'signed-out';
}

/** Whether a press now may send. It looks at the clock itself: a timer may come late after the machine slept. */
export const isArmed = (arm: Arm, now: number): boolean => arm.armed && !isIdle(arm, now);

const isIdle = ({ usedAt }: Arm, now: number): boolean => now - usedAt >= ARM_IDLE_MS;
const off = (arm: Arm, why: DisarmReason): Arm => (arm.armed ? { ...arm, armed: false, why } : arm);
const moved = (before: Arm['status'], after: Arm['status']): boolean =>
  before !== undefined &&
  after !== undefined &&
  (before.environment !== after.environment || before.service !== after.service);

const REASONS: Record<DisarmReason, string> = {
  start: 'Trading off: you can only withdraw.',
  person: 'Trading off: you can only withdraw.',
  idle: 'Trading off after 5 idle minutes.',
  connection: 'Trading off: no connection to the desk.',
  environment: 'Trading off: the environment changed.',
  'signed-out': 'Trading off: not signed in.',
  halted: 'Trading off: the desk is halted.',
  insecure: 'Trading off: this page needs https.',
};

export function armInWords(arm: Arm): string {
  if (arm.armed) return 'Trading on. Switches off after 5 idle minutes.';
  // Why it went off may be over, or something else may keep it off by now.
  const isPassing = arm.why === 'signed-out' || arm.why === 'connection' || arm.why === 'halted';
  return REASONS[isPassing ? (hindrance(arm) ?? 'person') : arm.why];
}

/** Why it went off by itself, beside the switch; absent where a person did it, or what did it is told elsewhere. */
export const offWord = ({ armed, why }: Arm): string | undefined => (armed ? undefined : OFF_WORDS[why]);

const OFF_WORDS: Partial<Record<DisarmReason, string>> = {
  idle: '· idle',
  connection: '· was offline',
  environment: '· other environment',
  insecure: '· needs https',
};

/** The desk's one arm switch: off until a person turns it on, and off by itself whenever it should be. */
export class ArmSwitch {
  readonly arm = new Observable<Arm>(DISARMED);
  private cancelIdle: () => void = () => {};

  constructor(private readonly clock: GatewayClient['clock']) {}

  /** Follows connection and status for as long as the pane lives. */
  follow(client: Pick<GatewayClient, 'watch' | 'watchConnection'>): void {
    client.watchConnection((connection) => this.move({ type: 'connection', connection }));
    client.watch({ kind: 'status' }, ({ value }) => {
      if (value) this.move({ type: 'status', status: value });
    });
  }

  turn(on: boolean): void {
    this.move({ type: 'switched', on, at: this.clock.now(), isSecure: globalThis.isSecureContext });
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
