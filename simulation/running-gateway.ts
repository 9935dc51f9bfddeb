import { SessionAnswer } from '../src/contract/desk/answers';
import { ROUTES } from '../src/contract/desk/routes';
import type { Gateway } from '../src/gateway/gateway';

/** A gateway that runs, and the key by which it knows programs of its account. */
export type RunningGateway = Pick<Gateway, 'url' | 'programKey'>;

/** A session for a page of its own. */
export async function newSession({ url, programKey: key }: RunningGateway): Promise<string> {
  const answer = await fetch(new URL(ROUTES.openSession.path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  return SessionAnswer.parse(await answer.json()).token;
}
