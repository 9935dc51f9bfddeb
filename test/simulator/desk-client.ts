import * as z from 'zod/mini';
import { ManualClock } from '../../src/effects/manual-clock';
import { CREDENTIALS } from '../../src/simulator/http/access';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator/server';

/** A record as it came over the wire. */
export type Fields = Record<string, unknown>;
const Fields = z.record(z.string(), z.unknown());
const Items = z.looseObject({ items: z.array(Fields) });
const Errors = z.looseObject({
  errors: z.array(z.looseObject({ code: z.string(), message: z.string(), field: z.optional(z.string()) })),
});

export class Reply {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  get body(): Fields {
    return Fields.parse(JSON.parse(this.text));
  }

  get items(): Fields[] {
    return Items.parse(JSON.parse(this.text)).items;
  }

  get errors() {
    return Errors.parse(JSON.parse(this.text)).errors;
  }

  /** The code of the first error. */
  get code(): string | undefined {
    return this.errors[0]?.code;
  }
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly rawBody?: string;
}

/** Somebody at a desk, signed in to a simulator of their own whose time stands still. */
export class Desk {
  private token = '';

  constructor(
    readonly simulator: Simulator,
    readonly clock: ManualClock,
  ) {}

  get url(): string {
    return this.simulator.url;
  }

  async signIn(): Promise<void> {
    const reply = await this.authenticate();
    this.token = String(reply.body['access-token']);
  }

  authenticate(path = '/v2.0/authenticate', credentials: Record<string, string> = {}): Promise<Reply> {
    const form = {
      'client-id': CREDENTIALS.clientId,
      'client-secret': CREDENTIALS.clientSecret,
      ...credentials,
    };
    return this.send('POST', path, {
      rawBody: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body: unknown): Promise<Reply> {
    return this.send('POST', path, { body });
  }

  put(path: string, body: unknown): Promise<Reply> {
    return this.send('PUT', path, { body });
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', path, {});
  }

  /** An address that only the simulator has. */
  control(path: string, body: unknown = {}): Promise<Reply> {
    return this.send('POST', `/simulator/${path}`, { body });
  }

  async act(act: Fields): Promise<Fields> {
    const reply = await this.control('act', act);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body;
  }

  async stats(): Promise<Fields> {
    return (await this.get('/simulator/stats')).body;
  }

  async truth(): Promise<Fields> {
    return (await this.get('/simulator/truth')).body;
  }

  async executionsOf(requestId: string): Promise<unknown> {
    return Fields.parse((await this.truth())['executions'])[requestId] ?? 0;
  }

  async quotes(requestId: string, version = '2.3'): Promise<Fields[]> {
    return (await this.get(`/v${version}/tender/requests/${requestId}/quotations`)).items;
  }

  async send(method: string, path: string, { body, rawBody, headers }: Sent): Promise<Reply> {
    const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        'x-api-key': CREDENTIALS.apiKey,
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    });
    return new Reply(response.status, response.headers, await response.text());
  }
}

/** Friday in Berlin, twenty past ten. */
export const MORNING = Date.parse('2026-11-20T09:20:00.000Z');

/** A desk at a simulator in which nothing moves by itself. */
export async function deskAt(options: SimulatorOptions & { startsAt?: number } = {}): Promise<Desk> {
  const clock = new ManualClock(options.startsAt ?? MORNING);
  const simulator = await startSimulator({ seed: 1, speed: 0, port: 0, clock, ...options });
  const desk = new Desk(simulator, clock);
  if (options.profile === undefined || options.profile.auth.credentialsIn === 'form') await desk.signIn();
  return desk;
}

/** Runs a test with a desk and ends its simulator, however the test ends. */
export const withDesk =
  (test: (desk: Desk) => Promise<void>, options: SimulatorOptions & { startsAt?: number } = {}) =>
  async (): Promise<void> => {
    const desk = await deskAt(options);
    try {
      await test(desk);
    } finally {
      await desk.simulator.close();
    }
  };

/** The requests that are open when the simulator opens, by what they are. */
export const OPEN = {
  ownBuy: 'RQ-10293',
  ownSell: 'RQ-10294',
  ownLocation: 'RQ-10295',
  ownTime: 'RQ-10296',
  ownStandard: 'RQ-10297',
  ownSwap: 'RQ-10298',
  ownSameDirection: 'RQ-10299',
  askedBuy: 'RQ-10300',
  askedSell: 'RQ-10301',
  askedLocation: 'RQ-10302',
  askedTime: 'RQ-10303',
  askedStandard: 'RQ-10304',
  askedSwap: 'RQ-10305',
  askedCertificates: 'RQ-10306',
} as const;

export const tender = (requestId: string, version = '2.3'): string =>
  `/v${version}/tender/requests/${requestId}`;
