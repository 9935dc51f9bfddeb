import { ask, bearer, JSON_TYPE } from '../wire';
import type { Attempt } from '../attempt';
import { CALL } from '../hostile-texts';
import type { Target } from '../target';

/** A gateway at the hostile platform, with a session, and days of which there are trades. */
export interface HostileDesk {
  readonly target: Target;
  readonly from: string;
  readonly to: string;
  readonly root: string;
}

export const formula = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'formula', tried, at });
export const send = (desk: HostileDesk, method: string, path: string, body?: unknown) =>
  ask(desk.target, {
    method,
    path,
    headers: { ...bearer(desk.target.token), ...(body !== undefined && JSON_TYPE) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    waitMs: 15_000,
  });

/** Bytes of an answer came as latin1. */
export const utf8 = (body: string): string => Buffer.from(body, 'latin1').toString('utf8');
export const isHostile = (text: string): boolean => text.includes(CALL);
