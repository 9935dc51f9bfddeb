import { Agent } from 'undici';
import { DEFAULT_PROFILE, type Profile } from '../../src/contract/service/profile';
import { ManualClock } from '../../src/effects/manual-clock';
import { CREDENTIALS } from '../../src/simulator/http/access';
import { startSimulator } from '../../src/simulator/server';
import { fieldsOf, type Fields } from '../fields';
import { within } from '../time-limit';
import { EventReceiver } from './event-receiver';
import { Service } from './service';
import type { Controls, SimulatedSite } from './site';

/** A Friday morning in Berlin, so that a whole day lies ahead. */
export const STARTS_AT = Date.parse('2026-11-20T09:20:00.000Z');

/** Runs a check against a simulator of its own, in which time stands still and nothing moves by itself. Rejects when it does not end in time. */
export async function withSimulator<T>(
  run: (site: SimulatedSite) => Promise<T>,
  { profile = DEFAULT_PROFILE, msMax }: { readonly profile?: Profile | undefined; readonly msMax: number },
): Promise<T> {
  const clock = new ManualClock(STARTS_AT);
  const simulator = await startSimulator({ seed: 1, speed: 0, port: 0, clock, profile });
  const dispatcher = new Agent();
  const receivers: EventReceiver[] = [];
  try {
    const service = new Service({
      ...{ baseUrl: simulator.url, profile, dispatcher, spares: false },
      credentials: CREDENTIALS,
      turn: async () => {},
    });
    const controls = controlsOf(simulator.url, clock, receivers);
    return await within(msMax, async () => {
      await service.signIn();
      return run({ service, clock, simulator: controls });
    });
  } finally {
    for (const receiver of receivers) receiver.close();
    await dispatcher.destroy();
    await simulator.close();
  }
}

function controlsOf(url: string, clock: ManualClock, receivers: EventReceiver[]): Controls {
  const ask = async (method: 'GET' | 'POST', path: string, body?: Fields): Promise<Fields> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/simulator/${path}`, { method, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`The simulator did not do it: ${text}`);
    return fieldsOf(JSON.parse(text));
  };
  return {
    advance: (byMs) => clock.advance(byMs),
    act: (act) => ask('POST', 'act', act),
    control: (path, body = {}) => ask('POST', path, body),
    stats: () => ask('GET', 'stats'),
    listen: async (status = 204) => {
      const receiver = new EventReceiver(status);
      receivers.push(receiver);
      await ask('POST', 'webhook', { url: await receiver.open() });
      return receiver;
    },
  };
}
