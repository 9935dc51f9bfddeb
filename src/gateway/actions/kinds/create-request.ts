import type { BodyOf } from '../../../domain/action';
import { failed, success } from '../../../domain/failure';
import { newRequestProblem } from '../../../domain/new-request-problem';
import { UNKNOWN } from '../../../domain/verdict/evidence';
import { couldBeMistaken, newRequest } from '../../../domain/verdict/new-request';
import { NOTHING, unreadBefore } from './before';
import { unsent } from './refusals';
import { marketOf, type ActionRules } from './rules';

export const createRequest: ActionRules<BodyOf<'create-request'>> = {
  lane: 'submit',
  async prepare({ draft }, { service, ask }) {
    const problem = newRequestProblem(draft);
    if (problem) return failed(unsent(problem));
    const open = await service.openRequests(ask);
    if (!open.ok) return open;
    const own = open.value.records.filter(({ role }) => role !== 'recipient');
    const requestIds = own.map(({ id }) => id);
    const markets = open.value.records.flatMap(({ legs }) => legs.flatMap(({ market }) => market ?? []));
    return success({
      markets,
      before: { ...NOTHING, requestIds, ...unreadBefore(open.value, 'request-id') },
    });
  },
  async send({ draft }, service, { request: _, ...leaving }) {
    const made = await service.createRequest(draft, leaving);
    return made.ok ? success({ newRequestId: made.value.requestId, beside: made.value.beside }) : made;
  },
  isSameThing: (body, open) => open.kind === 'create-request' && couldBeMistaken(open.draft, body.draft),
  evidence: ['requests'],
  verdict: ({ body, before, failure }, evidence, others) =>
    before ? newRequest({ body, before, failure }, evidence, others) : UNKNOWN,
  affects: (_, { newRequestId }) =>
    newRequestId === undefined ? [{ kind: 'open-requests' }] : marketOf(newRequestId),
};
