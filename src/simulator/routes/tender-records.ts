import { beforeStandardSpreads, invalid, notFound, param, Refusal, type Call } from '../http/call';
import type { TenderRequest } from '../world/tender-request';
import type { World } from '../world/world';

/** The request that a path names, or 404. */
export function namedRequest(world: World, call: Call): TenderRequest {
  const id = param(call, 'request-id');
  const request = world.requests.get(id);
  if (!request) throw notFound(`request ${id}`);
  return request;
}

export function mustBeOpen(request: TenderRequest): void {
  if (request.state === 'open') return;
  const message = `${request.id} is ${request.state}.`;
  throw new Refusal(409, [{ code: 'wrong-state', message }]);
}

/** Standard spreads can be created, quoted and analysed from v2.3 on only (section 4, version behaviour). */
export function mustKnowStandardSpreads(call: Call, contract: string): void {
  if (contract !== 'standard-spread' || !beforeStandardSpreads(call)) return;
  const message = `Standard spreads are not supported by v${call.version}: please upgrade to v2.3.`;
  throw invalid({ code: 'upgrade-required', message });
}
