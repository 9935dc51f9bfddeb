import { afterEach, expect, it } from 'vitest';
import { failed, success } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import {
  FINISH_MS_MAX,
  Leadership,
  NOTICE_MS,
  type Lead,
  type LeadSession,
  type ViewSession,
} from '../../../src/gateway/desk/leadership';
import { LOOK_MS } from '../../../src/gateway/desk/lead-rules';

const AWAY = { kind: 'unavailable', message: 'No server.', next: 'Wait.' } as const;

/** The lock and the row of who leads, in memory; sessions end when they are cut, ended from outside, or with the server. */
class FakeServer {
  epoch = 0;
  beats = 0;
  address: string | undefined;
  floors: Readonly<Record<string, number>> = {};
  isUp = true;
  /** Sessions that hold the lock or wait for it, the holder first. */
  readonly queue: FakeSession[] = [];
  readonly sessions = new Set<FakeSession>();
  private backends = 100;

  connect(): FakeSession | undefined {
    if (!this.isUp) return undefined;
    const session = new FakeSession(this, this.backends++);
    this.sessions.add(session);
    return session;
  }

  down(): void {
    this.isUp = false;
    for (const session of [...this.sessions]) session.ended();
  }
}

class FakeSession {
  /** Nothing comes back from now on, and nobody notices. */
  isDark = false;
  isOver = false;
  granted: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly server: FakeServer,
    readonly backend: number,
  ) {}

  /** The server has forgotten it; whether its client hears of it is another question. */
  forgotten(): void {
    const { queue, sessions } = this.server;
    sessions.delete(this);
    const at = queue.indexOf(this);
    if (at >= 0) queue.splice(at, 1);
    if (at === 0) queue[0]?.granted();
  }

  ended(): void {
    this.forgotten();
    this.cut();
  }

  cut(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (!this.isDark) this.forgotten();
    for (const listener of [...this.listeners]) listener();
  }

  onEnded(listener: () => void): () => void {
    if (this.isOver) listener();
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async answer<T>(value: () => T): Promise<T> {
    await Promise.resolve();
    if (this.isDark) return new Promise(() => undefined);
    if (this.isOver || !this.server.sessions.has(this)) throw new Error('The session has ended.');
    return value();
  }

  lead(): LeadSession {
    const { server } = this;
    return {
      session: { backend: this.backend } as LeadSession['session'],
      backend: this.backend,
      onEnded: (listener) => this.onEnded(listener),
      cut: () => this.cut(),
      lock: async () => {
        server.queue.push(this);
        if (server.queue[0] === this) return;
        await new Promise<void>((resolve, reject) => {
          this.granted = resolve;
          this.onEnded(() => reject(new Error('The session has ended.')));
        });
      },
      take: () =>
        this.answer(() => {
          server.epoch += 1;
          server.beats += 1;
          server.address = undefined;
          return { epoch: server.epoch, floors: server.floors };
        }),
      beat: (epoch, floors) =>
        this.answer(() => {
          if (epoch !== server.epoch) return false;
          server.beats += 1;
          server.floors = floors;
          return true;
        }),
      open: (epoch, address) =>
        this.answer(() => {
          if (epoch === server.epoch) server.address = address;
          return epoch === server.epoch;
        }),
    };
  }

  view(): ViewSession {
    const { server } = this;
    return {
      onEnded: (listener) => this.onEnded(listener),
      onNotification: () => () => undefined,
      cut: () => this.cut(),
      look: () =>
        this.answer(() => ({
          epoch: server.epoch,
          beats: server.beats,
          address: server.address,
          holder: server.queue[0]?.backend,
          standing: server.queue.map(({ backend }) => backend),
        })),
      endSilent: ({ holder, epoch, beats }) =>
        this.answer(() => {
          const [first] = server.queue;
          if (first?.backend !== holder || epoch !== server.epoch || beats !== server.beats) return false;
          if (first?.isDark) first.forgotten();
          else first?.ended();
          return true;
        }),
    };
  }
}

const started: Leadership[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) void one.stop();
});

function member(name: string, { server, clock }: { server: FakeServer; clock: ManualClock }) {
  const state = {
    leads: [] as Lead[],
    closed: 0,
    sessions: [] as FakeSession[],
    opening: Promise.resolve(),
    finishing: Promise.resolve(),
    isBroken: false,
    changes: [] as string[],
    get last(): Lead | undefined {
      return this.leads.at(-1);
    },
  };
  const leadership = new Leadership({
    process: name,
    clock,
    log: silentLog,
    openSession: async () => {
      const session = server.connect();
      if (!session) return failed(AWAY);
      state.sessions.push(session);
      return success(session.lead());
    },
    openView: async () => {
      const session = server.connect();
      return session ? success(session.view()) : failed(AWAY);
    },
    openDesk: async (lead) => {
      state.leads.push(lead);
      await state.opening;
      if (state.isBroken) throw new Error('The desk is broken.');
      return {
        address: `${name}:1`,
        finish: async () => {
          state.changes.push('finishes');
          await state.finishing;
        },
        close: async () => {
          state.closed += 1;
        },
      };
    },
  });
  leadership.onChange(() => {
    const now = leadership.current();
    state.changes.push(now ? `${now.address} ${now.epoch} ${now.isSelf}` : 'nobody');
  });
  leadership.start();
  started.push(leadership);
  return Object.defineProperty(state, 'leadership', { value: leadership }) as typeof state & {
    leadership: Leadership;
  };
}

const world = () => ({
  server: new FakeServer(),
  clock: new ManualClock(Date.parse('2026-11-20T11:00:00Z')),
});

it('leads when it is alone, beats, and tells the others where presses go', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(2_000);
  expect(first.leadership.current()).toEqual({ address: 'first:1', epoch: 1, isSelf: true });
  expect(second.leadership.current()).toEqual({ address: 'first:1', epoch: 1, isSelf: false });
  expect(server.beats).toBeGreaterThanOrEqual(5);
  expect(first.last?.mayLeave()).toBe(true);
  expect(second.leads).toHaveLength(0);
});

it('hands the lead on: doors hear of it first, what is on its way ends, and then the next one leads at once', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(1_000);
  let finished = (): void => undefined;
  first.finishing = new Promise((resolve) => (finished = resolve));
  const left = first.leadership.leave();
  await clock.advance(NOTICE_MS - 1);
  expect(second.leadership.current()).toBeUndefined();
  expect(first.changes).toEqual(['first:1 1 true', 'nobody']);
  await clock.advance(2_000);
  expect(first.changes.at(-1)).toBe('finishes');
  expect(first.last?.mayLeave()).toBe(true);
  expect(second.leads).toHaveLength(0);
  finished();
  await clock.advance(LOOK_MS);
  await left;
  expect(first.last?.isOver).toBe(true);
  expect(first.closed).toBe(1);
  expect(second.leadership.current()).toEqual({ address: 'second:1', epoch: 2, isSelf: true });
  // Its own door still sees who leads.
  expect(first.leadership.current()).toEqual({ address: 'second:1', epoch: 2, isSelf: false });
  await clock.advance(30_000);
  expect(first.leads).toHaveLength(1);
});

it('leaves what does not end in time to the next leader', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(1_000);
  first.finishing = new Promise(() => undefined);
  void first.leadership.leave();
  await clock.advance(NOTICE_MS + FINISH_MS_MAX - 50);
  expect(second.leads).toHaveLength(0);
  await clock.advance(100);
  expect(second.leads).toHaveLength(1);
});

it('stands for the lead no more once it has left', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(1_000);
  await second.leadership.leave();
  expect(server.queue).toHaveLength(1);
  await first.leadership.stop();
  await clock.advance(30_000);
  expect(second.leads).toHaveLength(0);
});

it('takes no presses before what the last leader left is taken up', async () => {
  const { server, clock } = world();
  let release = (): void => undefined;
  const first = member('first', { server, clock });
  first.opening = new Promise((resolve) => (release = resolve));
  await clock.advance(10_000);
  expect(first.leads).toHaveLength(1);
  expect(server.address).toBeUndefined();
  expect(first.leadership.current()).toBeUndefined();
  release();
  await clock.advance(10);
  expect(first.leadership.current()?.address).toBe('first:1');
});

it('hands the lead on at once when its session ends, and closes its desk', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(500);
  const led = first.last;
  first.sessions[0]?.ended();
  expect(led?.isOver).toBe(true);
  expect(led?.mayLeave()).toBe(false);
  await clock.advance(400);
  expect(second.leadership.current()).toEqual({ address: 'second:1', epoch: 2, isSelf: true });
  expect(first.closed).toBe(1);
  expect(first.leadership.current()).toEqual({ address: 'second:1', epoch: 2, isSelf: false });
  expect(first.changes).not.toContain('first:1 1 false');
});

it('is ended after two and a half seconds of silence, and has stopped sending before that', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(1_000);
  // Cut off from the store, without a word to anybody.
  for (const session of first.sessions) session.isDark = true;
  let stoppedAt: number | undefined;
  let takenAt: number | undefined;
  for (let ms = 0; ms < 6_000; ms += 50) {
    await clock.advance(50);
    if (stoppedAt === undefined && first.last?.mayLeave() === false) stoppedAt = ms;
    if (takenAt === undefined && second.leads.length > 0) takenAt = ms;
    // At no moment both.
    expect(first.last?.mayLeave() === true && second.last?.mayLeave() === true).toBe(false);
  }
  expect(stoppedAt).toBeLessThan(2_100);
  expect(takenAt).toBeGreaterThan(stoppedAt ?? Infinity);
  expect(takenAt).toBeLessThan(3_300);
});

it('sends nothing on waking, whichever clock stood still', async () => {
  for (const wake of [
    (clock: ManualClock) => clock.jump(7_000),
    (clock: ManualClock) => clock.jump(-7_000),
  ]) {
    const { server, clock } = world();
    const first = member('first', { server, clock });
    await clock.advance(1_000);
    expect(first.last?.mayLeave()).toBe(true);
    wake(clock);
    expect(first.last?.mayLeave()).toBe(false);
    // The next beat says that it still leads.
    await clock.advance(500);
    expect(first.last?.mayLeave()).toBe(true);
  }
});

it('gives up when a beat says that another one leads', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(1_000);
  server.epoch += 1;
  await clock.advance(500);
  expect(first.leads[0]?.isOver).toBe(true);
  expect(first.closed).toBe(1);
});

it('stands again on the server that is there, when the one it waited on has forgotten it', async () => {
  const { server, clock } = world();
  member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(500);
  // As after a line that was dark for long: the server has ended the session, and its client still waits.
  const [waiting] = second.sessions;
  if (waiting) waiting.isDark = true;
  waiting?.forgotten();
  await clock.advance(6_000);
  expect(second.sessions.length).toBeGreaterThan(1);
  expect(server.queue.map(({ backend }) => backend)).toContain(second.sessions.at(-1)?.backend);
});

it('frees the lock that went to a session which nobody holds any more', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(50);
  const third = member('third', { server, clock });
  await clock.advance(500);
  const [dead] = second.sessions;
  if (dead) dead.isDark = true;
  await second.leadership.stop();
  await first.leadership.stop();
  await clock.advance(5_000);
  expect(third.leadership.current()).toMatchObject({ address: 'third:1', isSelf: true });
});

it('lets another one try where its desk cannot be opened', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  first.isBroken = true;
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(1_000);
  expect(second.leadership.current()).toMatchObject({ address: 'second:1', isSelf: true });
});

it('waits for a store that is away, and leads when it is back', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(1_000);
  server.down();
  await clock.advance(5_000);
  expect(first.leadership.current()).toBeUndefined();
  expect(first.closed).toBe(1);
  server.isUp = true;
  await clock.advance(1_000);
  expect(first.leadership.current()).toMatchObject({ epoch: 2, isSelf: true });
});

it('stops while it waits, and while it leads', async () => {
  const { server, clock } = world();
  const first = member('first', { server, clock });
  await clock.advance(50);
  const second = member('second', { server, clock });
  await clock.advance(500);
  const stopping = Promise.all([second.leadership.stop(), first.leadership.stop()]);
  await clock.advance(1_000);
  await stopping;
  expect(first.closed).toBe(1);
  expect(second.leads).toHaveLength(0);
  expect(server.queue).toHaveLength(0);
});
