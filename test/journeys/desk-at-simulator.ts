import { afterEach } from 'vitest';
import * as z from 'zod/mini';
import { profileFrom } from '../../src/contract/service/profile';
import type { Failure, Outcome } from '../../src/domain/failure';
import { RequestId } from '../../src/domain/identifiers';
import type { Ask, Service } from '../../src/gateway/platform/operations';
import { CREDENTIALS } from '../../src/simulator/http/access';
import { edgeTo, type Edge } from '../gateway/platform/platform';
import { deskAt, type Desk, type Fields } from '../simulator/desk-client';

export const ASK: Ask = { lane: 'asked' };
export const requestId = (id: string): RequestId => RequestId.parse(id);

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const Records = z.array(z.record(z.string(), z.unknown()));
const Counts = z.record(z.string(), z.number());

/** The gateway's one service client at a simulator in which nothing moves by itself; both keep to one clock. */
export interface DeskAtSimulator {
  readonly desk: Desk;
  readonly edge: Edge;
  readonly service: Service;
  /** The next call of this operation is executed and its answer lost. */
  readonly loseAnswerTo: (operation: string) => Promise<void>;
  /** How often this operation was called since the simulator opened. */
  readonly calls: (operation: string) => Promise<number>;
  /** The records of one kind as they really are. */
  readonly truth: (kind: string) => Promise<Fields[]>;
}

export async function deskAtSimulator(
  options: { profile?: unknown; startsAt?: number; signedIn?: boolean } = {},
): Promise<DeskAtSimulator> {
  const profile = options.profile ?? {};
  const { startsAt, signedIn = true } = options;
  const desk = await deskAt({
    profile: profileFrom(profile),
    ...(startsAt !== undefined && { startsAt }),
  });
  ends.push(() => desk.simulator.close());
  const edge = await edgeTo(desk.url, { profile, clock: desk.clock, credentials: CREDENTIALS, signedIn });
  return {
    desk,
    edge,
    service: edge.service,
    loseAnswerTo: async (operation) => {
      await desk.control('faults', { kind: 'reset-after', operation });
    },
    calls: async (operation) => Counts.parse((await desk.stats())['byOperation'])[operation] ?? 0,
    truth: async (kind) => Records.parse((await desk.truth())[kind]),
  };
}

export function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.failure.message} ${outcome.failure.next}`);
  return outcome.value;
}

export function failure(outcome: Outcome<unknown>): Failure {
  if (outcome.ok) throw new Error(`It succeeded: ${JSON.stringify(outcome.value)}`);
  return outcome.failure;
}
