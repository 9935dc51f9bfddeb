import * as z from 'zod/mini';
import { newSession, type RunningGateway } from '../../simulation/running-gateway';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { Action, type ActionBody } from '../../src/domain/action';
import type { ActionId } from '../../src/domain/identifiers';

/** What a page got for its press: the action as the gateway told it, a refusal, or nothing at all. */
export type Reply =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  | { readonly kind: 'lost' };

const JSON_BODY = { 'content-type': 'application/json' };
const ActionAnswer = z.object({ action: Action });

/** The pane shows when another offer is better, and asks for a tick: a person who means this one has ticked it. */
export const TICKED = [{ code: 'worse-than-best', upTo: '1000' }];

/** A page of its own presses. `leaveAfterMs`: it goes away before it has an answer. */
export async function pressed(
  gateway: RunningGateway,
  { id, body, leaveAfterMs }: { id: ActionId; body: ActionBody; leaveAfterMs: number },
): Promise<Reply> {
  try {
    const token = await newSession(gateway);
    const answer = await fetch(new URL(pathOf(ROUTES.putAction, { id }), gateway.url), {
      method: 'PUT',
      headers: { ...JSON_BODY, authorization: `Bearer ${token}` },
      body: JSON.stringify({ body, shown: 'as it stood on the screen', accepted: TICKED }),
      signal: AbortSignal.timeout(leaveAfterMs),
    });
    const text = await answer.text();
    return answer.ok
      ? { kind: 'action', action: ActionAnswer.parse(JSON.parse(text)).action }
      : { kind: 'refused', status: answer.status, text };
  } catch (error) {
    if (error instanceof z.core.$ZodError) throw error;
    return { kind: 'lost' };
  }
}

/** "Withdraw all", pressed by a page that names nothing. Whether it was answered. */
export async function pressedMassWithdrawal(gateway: RunningGateway, id: ActionId): Promise<boolean> {
  try {
    const token = await newSession(gateway);
    const answer = await fetch(new URL(ROUTES.withdrawAll.path, gateway.url), {
      method: 'POST',
      headers: { ...JSON_BODY, authorization: `Bearer ${token}` },
      body: JSON.stringify({ id, actions: [], proposals: true }),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
