import { expect, it } from 'vitest';
import { APPROVAL_ROUTES } from '../../../src/contract/desk/approvals';
import { pathOf, ROUTES } from '../../../src/contract/desk/routes';
import { onlyProtects } from '../../../src/domain/action';
import { relayLane } from '../../../src/gateway/desk/door';
import { actionId, BODIES, QUOTE, WITHDRAW } from '../twins/actions';

const bytes = (json: unknown): Buffer => Buffer.from(JSON.stringify(json));
const id = actionId(1);

it('puts what takes risk off, and what stops everything, into the urgent lane', () => {
  for (const { method, path } of [ROUTES.withdrawAll, ROUTES.halt])
    expect(relayLane({ method, path, body: bytes({}) }).lane).toBe('urgent');
  expect(relayLane({ method: 'POST', path: pathOf(APPROVAL_ROUTES.cancel, { id }) }).lane).toBe('urgent');
});

it.each(BODIES.map((body) => [body.kind, body] as const))('asks a press of %s what it is', (_, body) => {
  const isUrgent = onlyProtects(body);
  const lane = isUrgent ? 'urgent' : 'other';
  const one = { method: 'PUT', path: pathOf(ROUTES.putAction, { id }), body: bytes({ body }) } as const;
  expect(relayLane(one)).toEqual({ lane, isRepeatable: isUrgent });
});

it('takes many presses for urgent only if each of them takes risk off', () => {
  const many = (...bodies: unknown[]) => ({
    method: 'PUT' as const,
    path: ROUTES.putActions.path,
    body: bytes({ actions: bodies.map((body) => ({ body })) }),
  });
  expect(relayLane(many(WITHDRAW, WITHDRAW)).lane).toBe('urgent');
  expect(relayLane(many(WITHDRAW, QUOTE))).toEqual({ lane: 'other', isRepeatable: false });
});

it('lets what only reads go twice, and nothing that it cannot read', () => {
  expect(relayLane({ method: 'GET', path: '/api/journal?format=csv' })).toEqual({
    lane: 'other',
    isRepeatable: true,
  });
  expect(relayLane({ method: 'POST', path: ROUTES.findActions.path }).isRepeatable).toBe(true);
  for (const body of [undefined, Buffer.from('no json'), bytes({}), bytes({ actions: 'none' })])
    expect(relayLane({ method: 'PUT', path: ROUTES.putActions.path, body }).isRepeatable).toBe(false);
  expect(relayLane({ method: 'POST', path: ROUTES.resume.path }).isRepeatable).toBe(false);
});
