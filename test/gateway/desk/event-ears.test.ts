import { expect, it } from 'vitest';
import { success } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { EventEars, type EventSession } from '../../../src/gateway/desk/event-ears';
import { until } from '../../until';

class Told implements EventSession {
  isCut = false;
  private ended = (): void => undefined;
  private notify: (channel: string, payload: string) => void = () => undefined;

  onEnded(listener: () => void): () => void {
    this.ended = listener;
    return () => undefined;
  }
  onNotification(listener: (channel: string, payload: string) => void): () => void {
    this.notify = listener;
    return () => undefined;
  }
  cut(): void {
    this.isCut = true;
    this.ended();
  }
  tell(payload: string): void {
    this.notify('channel', payload);
  }
}

it('reads what the doors kept when it is told so, and all of it after each connection', async () => {
  const sessions: Told[] = [];
  const read: string[] = [];
  const clock = new ManualClock(0);
  const ears = new EventEars({
    open: async () => {
      const session = new Told();
      sessions.push(session);
      return success(session);
    },
    logOf: async (environment) => ({ catchUp: async () => void read.push(environment) }),
    environments: ['simulator', 'sandbox'],
    clock,
    log: silentLog,
  });
  ears.start();
  await until(() => read.length === 2);
  sessions[0]?.tell('sandbox 17');
  await until(() => read.length === 3);
  expect(read).toEqual(['simulator', 'sandbox', 'sandbox']);
  sessions[0]?.cut();
  await until(() => clock.pending > 0);
  await clock.advance(200);
  await until(() => read.length === 5);
  ears.stop();
  expect([sessions.length, sessions[1]?.isCut]).toEqual([2, true]);
});
