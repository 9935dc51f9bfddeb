import { ROUTES } from '../contract/desk/routes';
import { success, type Failure, type Outcome } from '../domain/failure';
import { present } from '../domain/present';
import { callBeforeSession, type Network } from './http';

const PAIR_DEADLINE_MS = 10_000;

const NOT_KNOWN_PAIRED: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer, so this Excel is not paired.',
  next: 'Check that it runs, then type the newest code that its window or log shows.',
};

/** Keeps the key that the gateway gives for a code. Every page of this browser gets its sessions by it. */
export async function pair(network: Network, code: string, name?: string): Promise<Outcome<void>> {
  const answer = await callBeforeSession(network, ROUTES.pair, {
    body: { code, ...present({ name }) },
    deadlineMs: PAIR_DEADLINE_MS,
    unanswered: NOT_KNOWN_PAIRED,
  });
  if (!answer.ok) return answer;
  network.transport.key.keep(answer.value.key);
  return success(undefined);
}
