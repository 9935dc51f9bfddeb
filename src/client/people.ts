import { PEOPLE_ROUTES, type EndAnswer, type EndBody, type PeopleAnswer } from '../contract/desk/people';
import type { Failure, Outcome } from '../domain/failure';
import { call, type Gateway } from './http';

const DEADLINE_MS = 10_000;

const NOT_READ: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not say who is on this desk.',
  next: 'Check that the gateway runs, then try again.',
};
const NOT_ENDED: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not answer, so whether it ended is not known.',
  next: 'Look at the list again.',
};

/** Who is on this desk, for an admin. */
export interface PeopleClient {
  read(): Promise<Outcome<PeopleAnswer>>;
  /** At once: pages are closed, and their sessions refused. */
  end(whom: EndBody): Promise<Outcome<EndAnswer>>;
  /** One browser, by its short name. */
  unpair(pairing: string): Promise<Outcome<EndAnswer>>;
}

export const peopleClient = (gateway: Gateway): PeopleClient => ({
  read: () => call(gateway, PEOPLE_ROUTES.read, { deadlineMs: DEADLINE_MS, unanswered: NOT_READ }),
  end: (body) => call(gateway, PEOPLE_ROUTES.end, { body, deadlineMs: DEADLINE_MS, unanswered: NOT_ENDED }),
  unpair: (pairing) =>
    call(gateway, PEOPLE_ROUTES.unpair, {
      body: { pairing },
      deadlineMs: DEADLINE_MS,
      unanswered: NOT_ENDED,
    }),
});
