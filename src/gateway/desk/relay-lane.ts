import * as z from 'zod/mini';
import { APPROVAL_ROUTES } from '../../contract/desk/approvals';
import { ROUTES, type Address } from '../../contract/desk/routes';
import { ActionBody, onlyProtects } from '../../domain/action';
import type { Relayed } from './relay';

type Asked = Pick<Relayed, 'method' | 'path' | 'body'>;

/** How a request of a page goes to the machine that leads. What takes risk off goes first, and may go again. */
export function relayLane(asked: Asked): Pick<Relayed, 'lane' | 'isRepeatable'> {
  const isUrgent = PROTECTS.some((route) => isAt(route, asked)) || asksForProtectionAlone(asked);
  const isRead =
    asked.method === 'GET' || asked.method === 'HEAD' || READS.some((route) => isAt(route, asked));
  return { lane: isUrgent ? 'urgent' : 'other', isRepeatable: isUrgent || isRead };
}

const PROTECTS: readonly Address[] = [ROUTES.withdrawAll, ROUTES.halt, APPROVAL_ROUTES.cancel];
/** A second session of the same browser does no harm either. */
const READS: readonly Address[] = [ROUTES.findActions, ROUTES.readSources, ROUTES.openSession];
const PRESSES: readonly Address[] = [ROUTES.putAction, ROUTES.putActions];

function isAt({ method, path }: Address, asked: Asked): boolean {
  const parts = path.split('/');
  const given = (asked.path.split('?')[0] ?? '').split('/');
  return (
    method === asked.method &&
    parts.length === given.length &&
    parts.every((part, at) => part.startsWith(':') || part === given[at])
  );
}

const One = z.object({ body: ActionBody });
const Many = z.object({ actions: z.array(One) });

/** A press says in its body what it is. One that cannot be read waits with the others for the leader's word. */
function asksForProtectionAlone(asked: Asked): boolean {
  if (!asked.body || !PRESSES.some((route) => isAt(route, asked))) return false;
  const json = parsed(asked.body);
  const one = One.safeParse(json);
  if (one.success) return onlyProtects(one.data.body);
  const many = Many.safeParse(json);
  return many.success && many.data.actions.every(({ body }) => onlyProtects(body));
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
