import * as z from 'zod/mini';
import { SessionAnswer } from '../../src/contract/desk/answers';
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

/** A session for a page of its own. */
export async function newSession(url: string): Promise<string> {
  const answer = await fetch(new URL(ROUTES.openSession.path, url), {
    method: 'POST',
    headers: JSON_BODY,
    body: '{}',
  });
  return SessionAnswer.parse(await answer.json()).token;
}

/** The pane shows when another offer is better, and asks for a tick: a person who means this one has ticked it. */
const TICKED = [{ code: 'worse-than-best', upTo: '1000' }];

/** A page of its own presses. `leaveAfterMs`: it goes away before it has an answer. */
export async function pressed(
  url: string,
  { id, body, leaveAfterMs }: { id: ActionId; body: ActionBody; leaveAfterMs: number },
): Promise<Reply> {
  try {
    const token = await newSession(url);
    const answer = await fetch(new URL(pathOf(ROUTES.putAction, { id }), url), {
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
export async function pressedMassWithdrawal(url: string, id: ActionId): Promise<boolean> {
  try {
    const token = await newSession(url);
    const answer = await fetch(new URL(ROUTES.withdrawAll.path, url), {
      method: 'POST',
      headers: { ...JSON_BODY, authorization: `Bearer ${token}` },
      body: JSON.stringify({ id, actions: [], proposals: true }),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
