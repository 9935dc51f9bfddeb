import type { Chance } from '../../src/effects/chance';
import type { Delivery } from './delivery';
import type { Fault } from './plan';

const KNOCKS = 6;
/** The most that a body may have, and what comes on top of it. */
const BODY_BYTES_MAX = 64 * 1024;

/**
 * Deliveries that must have no effect, about a request that cells show: taken for true, each would be stored and make the
 * gateway look. `mark` makes their bodies unlike all others.
 */
export function invalidDeliveries(
  fault: Fault,
  about: { requestId: string; mark: string },
  chance: Chance,
): Delivery[] {
  return Array.from({ length: KNOCKS }, (_, at) =>
    invalidDelivery(fault, { ...about, mark: `${about.mark}-${at}` }, chance),
  );
}

function invalidDelivery(fault: Fault, about: { requestId: string; mark: string }, chance: Chance): Delivery {
  const body = eventOf(about);
  switch (fault) {
    case 'forged: wrong token':
      return { body, token: 'wrong' };
    case 'forged: wrong signature':
      return { body, signature: chance() < 0.5 ? 'wrong' : 'none' };
    case 'forged: foreign address':
      return { body, from: chance() < 0.5 ? '203.0.113.9' : '192.0.2.7, 203.0.113.9' };
    case 'too large':
      return {
        body: eventOf({ ...about, note: 'x'.repeat(BODY_BYTES_MAX + Math.floor(chance() * 200_000)) }),
      };
    case 'malformed':
      return { body: malformed(body, about, chance) };
    case 'sender stalls':
      return { body, pace: 'stalls' };
    default:
      return { body, pace: 'breaks off' };
  }
}

const eventOf = ({ requestId, ...more }: { requestId: string; mark: string; note?: string }): string =>
  JSON.stringify({ eventType: 'quotation-created', 'request-id': requestId, ...more });

function malformed(
  body: string,
  { requestId, mark }: { requestId: string; mark: string },
  chance: Chance,
): string {
  const bodies = [
    body.slice(0, -1),
    `[${body}]`,
    JSON.stringify({ 'request-id': requestId, mark }),
    JSON.stringify({ eventType: { of: mark }, 'request-id': requestId }),
    JSON.stringify({ eventType: 'quotation-created', 'request-id': [requestId, mark] }),
    `${'['.repeat(20_000)}${mark}`,
    `eventType=quotation-created&request-id=${requestId}&mark=${mark}`,
    '',
  ];
  return bodies[Math.floor(chance() * bodies.length)] ?? '';
}
