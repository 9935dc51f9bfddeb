import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  EndBody,
  PEOPLE_ROUTES,
  UnpairBody,
  type MachinesAnswer,
  type PeopleAnswer,
} from '../../contract/desk/people';
import { failed, sentence, success, type Failure } from '../../domain/failure';
import { sessionEndedNoted } from '../../domain/notes/desk-notes';
import { present } from '../../domain/present';
import type { Person, Who } from '../../domain/person';
import type { Policy } from '../../domain/policy/policy';
import type { Policies } from '../people/policy-keeper';
import { ENDED_HERE_ALONE, endingsKept, type PeopleOptions } from './people-api';
import { handle, serve } from './serve';
import { byOf } from './sessions';

interface AdminOptions extends PeopleOptions {
  readonly policies: Policies;
  /** How many connected pages a session has, by its short name. */
  readonly pagesOf: (session: string) => number;
  /** How many quotes that this person sent are live, or may be. */
  readonly quotesOf: (person: Pick<Person, 'name' | 'id'>) => number;
  /** Of a desk on several machines; absent: there is one. */
  readonly machines?: () => Promise<MachinesAnswer>;
}

/** Who is on this desk, and how an admin ends that. */
export function adminApi(app: FastifyInstance, parts: AdminOptions): void {
  const { sessions, pairings, signIns, policies, pagesOf, quotesOf, desks } = parts;
  /** At once: the lines of its pages are closed, and their tokens refused. */
  const end = (isMeant: (one: Meant) => boolean, request: FastifyRequest): number => {
    const ended = sessions.list().filter((one) => isMeant({ who: sessions.whoWas(one.session), ...one }));
    const names = new Set(ended.map(({ session }) => session));
    const by = byOf(sessions, request);
    for (const { name, id, session } of ended)
      void desks.note(sessionEndedNoted({ name, session, ...present({ id }) }, by));
    return sessions.end(({ session }) => names.has(session));
  };
  handle(app, PEOPLE_ROUTES.read, {
    async handler(): Promise<PeopleAnswer> {
      const policy = policies.read();
      return {
        sessions: sessions.list().map((one) => ({
          ...one,
          roles: [...one.roles],
          pages: pagesOf(one.session),
          quotes: quotesOf(one),
        })),
        pairings: [...pairings.list()],
        ...present({ machines: await parts.machines?.() }),
        ...(policy && {
          policy: {
            path: policy.path,
            readAt: policy.readAt,
            digest: policy.digest,
            limits: limitsOf(policy.policy),
            ...present({
              fourEyes: policy.policy.fourEyes,
              problem: policy.failure && sentence(policy.failure),
            }),
          },
        }),
      };
    },
  });
  serve(app, PEOPLE_ROUTES.end, {
    body: EndBody,
    unreadable: NOBODY_NAMED,
    async answer(asked, request) {
      // The sessions first: they are over with their sign-in, and nobody would be told of them.
      if ('session' in asked) {
        // What came of the same sign-in ends with it: its browser would open another session at once.
        const meant = sessions.whoWas(asked.session);
        const ended = end(({ who }) => who !== undefined && who === meant, request);
        signIns?.end((who) => who === meant, byOf(sessions, request)?.name);
        return (await endingsKept(parts)) ? success({ ended }) : failed(ENDED_HERE_ALONE);
      }
      const ended = end(({ id, name }) => (id ?? name) === asked.person, request);
      signIns?.end(({ id }) => id === asked.person, byOf(sessions, request)?.name);
      return (await endingsKept(parts)) ? success({ ended }) : failed(ENDED_HERE_ALONE);
    },
  });
  serve(app, PEOPLE_ROUTES.unpair, {
    body: UnpairBody,
    unreadable: NOBODY_NAMED,
    async answer({ pairing }, request) {
      if (!(await pairings.unpair(pairing))) return failed(NO_SUCH_BROWSER);
      const ended = end(({ who }) => who?.pairing === pairing, request);
      return (await endingsKept(parts)) ? success({ ended }) : failed(ENDED_HERE_ALONE);
    },
  });
}

/** Of each role, and of each person that the policy names. */
const limitsOf = ({ limits: { roles = {}, people = {} } = {} }: Policy) =>
  [...Object.entries(roles), ...Object.entries(people)].flatMap(([whose, own]) => {
    if (!own) return [];
    const { pressesPerMinute, ...levels } = own;
    return [{ whose, levels, ...present({ pressesPerMinute }) }];
  });

interface Meant {
  readonly who: Who | undefined;
  readonly session: string;
  readonly name: string;
  readonly id?: string;
}

const NOBODY_NAMED: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read whose sessions are to end.',
  next: 'The pane may be older than the gateway: reload it.',
};
const NO_SUCH_BROWSER: Failure = {
  kind: 'not-found',
  message: 'No browser is paired under this name.',
  next: 'Nothing was ended. Look at the list again.',
};
