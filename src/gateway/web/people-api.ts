import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionAnswer } from '../../contract/desk/answers';
import {
  AUTH_ROUTES,
  AuthLeaveBody,
  AuthRedeemBody,
  AuthStartBody,
  AuthTokenBody,
} from '../../contract/desk/auth';
import { PairBody, SessionBody } from '../../contract/desk/bodies';
import { ROUTES } from '../../contract/desk/routes';
import {
  pairedNoted,
  personSignInNoted,
  sessionEndedNoted,
  sessionNoted,
} from '../../domain/notes/desk-notes';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { denial } from '../../domain/policy/permission';
import { present } from '../../domain/present';
import type { Environments } from '../environments/environments';
import type { WayIn } from '../../domain/way-in';
import type { Pairings } from '../people/pairings';
import type { SignIns } from '../people/sign-ins';
import { originOf, pathOfBegin } from './auth-pages';
import { handle, serve } from './serve';
import type { Sessions } from './sessions';

export interface PeopleOptions {
  readonly sessions: Sessions;
  readonly pairings: Pairings;
  /** Absent: people come in by a pairing code. */
  readonly signIns?: SignIns;
  /** Whose journal says who came. */
  readonly desks: Pick<Environments, 'note'>;
}

/** How a page comes to its session: the only addresses that answer without one, but for health and the pages themselves. */
export function peopleApi(app: FastifyInstance, parts: PeopleOptions): void {
  const { sessions, pairings, signIns, desks } = parts;
  const opened = (...[who, signIn]: Parameters<Sessions['open']>): Outcome<SessionAnswer> => {
    const { roles } = sessions.personOf(who);
    // A session of somebody who may not even read would be refused with its first word.
    const denied = denial({ roles }, 'read');
    if (denied) return failed(denied);
    const token = sessions.open(who, signIn);
    const by = sessions.by(token);
    if (by) void desks.note(sessionNoted(by, who.isProgram));
    return success({ token });
  };
  serve(app, ROUTES.openSession, {
    body: SessionBody,
    unreadable: signIns ? NOT_SIGNED_IN : NOT_PAIRED,
    answer({ key = '' }) {
      const signIn = signIns?.signInOf(key);
      if (signIn) return opened(signIn.who, signIn);
      const who = pairings.whoOf(key);
      // Where people sign in by name, who once typed a code is nobody.
      if (who && (!signIns || who.isProgram)) return opened(who);
      const endedBy = signIns?.whoEnded(key);
      if (endedBy !== undefined) return failed(endedFor(endedBy));
      if (signIns) return failed(NOT_SIGNED_IN);
      return failed(key === '' ? NOT_PAIRED : pairings.outlastRestart ? ENDED : FORGOTTEN);
    },
  });
  serve(app, ROUTES.pair, {
    body: PairBody,
    unreadable: NO_CODE,
    async answer({ code, name }) {
      if (signIns) return failed(NO_PAIRING);
      const paired = await pairings.pair(code, name);
      const who = paired.ok ? pairings.whoOf(paired.value.key) : undefined;
      if (who) void desks.note(pairedNoted({ name: who.name, session: 'pairing' }));
      return paired;
    },
  });
  authApi(app, parts);
}

/** A person's sign-in at the provider, but for the pages of its dialog. */
function authApi(app: FastifyInstance, parts: PeopleOptions): void {
  const { sessions, signIns, desks } = parts;
  const noted = <T extends { key: string }>(outcome: Outcome<T>): Outcome<T> => {
    const who = outcome.ok ? signIns?.signInOf(outcome.value.key)?.who : undefined;
    const by = who && { name: who.name, session: 'sign-in', ...present({ id: who.id }) };
    if (by) void desks.note(personSignInNoted(by));
    return outcome;
  };
  handle(app, AUTH_ROUTES.way, {
    async handler(): Promise<WayIn> {
      if (!signIns) return { by: 'code' };
      const { host, failure } = signIns.provider;
      return { by: 'provider', provider: host, ...present({ failure, office: signIns.office }) };
    },
  });
  serve(app, AUTH_ROUTES.start, {
    body: AuthStartBody,
    unreadable: NO_SIGN_IN,
    async answer(asked, request: FastifyRequest) {
      if (!signIns) return failed(NO_PROVIDER);
      const begun = await signIns.begin({ ...asked, origin: originOf(request) });
      return begun.ok ? success({ page: pathOfBegin(begun.value.state) }) : begun;
    },
  });
  serve(app, AUTH_ROUTES.redeem, {
    body: AuthRedeemBody,
    unreadable: NO_SIGN_IN,
    answer: ({ ticket, secret }) => (signIns ? noted(signIns.redeem(ticket, secret)) : failed(NO_PROVIDER)),
  });
  serve(app, AUTH_ROUTES.leave, {
    body: AuthLeaveBody,
    unreadable: NO_SIGN_IN,
    async answer({ key }) {
      const who = signIns?.signInOf(key)?.who;
      if (!who) return success({ ended: 0 });
      const own = sessions.list().filter(({ session }) => sessions.whoWas(session) === who);
      for (const { name, id, session } of own) {
        void desks.note(sessionEndedNoted({ name, session, ...present({ id }) }));
      }
      const ended = sessions.end((one) => one.who === who);
      signIns?.end((one) => one === who);
      return (await endingsKept(parts)) ? success({ ended }) : failed(ENDED_HERE_ALONE);
    },
  });
  serve(app, AUTH_ROUTES.token, {
    body: AuthTokenBody,
    unreadable: NO_SIGN_IN,
    answer: async ({ token }) => (signIns ? noted(await signIns.redeemToken(token)) : failed(NO_PROVIDER)),
  });
}

/** Whether sessions that were ended are over on every machine of the desk, whichever leads next. */
export const endingsKept = async ({
  sessions,
  signIns,
}: Pick<PeopleOptions, 'sessions' | 'signIns'>): Promise<boolean> =>
  (await sessions.endingsKept()) && ((await signIns?.endingsKept()) ?? true);

export const ENDED_HERE_ALONE: Failure = {
  kind: 'unavailable',
  message: 'They are over, but this could not be written down for the other machines of the desk.',
  next: 'Once the desk says that all is well, look who is on it, and end what is open again.',
};
const NOT_PAIRED: Failure = {
  kind: 'signed-out',
  message: 'This browser or Excel is not paired with the SpreadDesk gateway.',
  next: 'Open the SpreadDesk pane and type the pairing code from the gateway’s window or log.',
};
/** The key of a browser that was paired, or so it says: the words are the same for every key that nobody has. */
const FORGOTTEN: Failure = {
  kind: 'signed-out',
  message:
    'The SpreadDesk gateway does not know this browser or Excel any more: without a data folder each start of the gateway ends all pairings.',
  next: 'On the SpreadDesk pane type the newest pairing code from the gateway’s window or log.',
};
const ENDED: Failure = {
  ...FORGOTTEN,
  message: 'The SpreadDesk gateway does not know this browser or Excel any more: its pairing was ended.',
};
const endedFor = (by: string): Failure => ({
  kind: 'signed-out',
  message: `${by} ended your session at this desk. What you have live stays live.`,
  next: 'Press Sign in on the SpreadDesk pane, or ask the desk to withdraw it.',
});
const NOT_SIGNED_IN: Failure = {
  kind: 'signed-out',
  message: 'Nobody is signed in at this desk here.',
  next: 'Press Sign in on the SpreadDesk pane.',
};
const NO_CODE: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this pairing code, or the name beside it.',
  next: 'Type the eight letters and digits that its window or log shows, and a name on one line, or none.',
};
const NO_PAIRING: Failure = {
  kind: 'unsupported',
  message: 'At this desk people sign in by name: no pairing code lets anybody in.',
  next: 'Reload the pane and press Sign in.',
};
const NO_PROVIDER: Failure = {
  kind: 'unsupported',
  message: 'This desk has no provider at which people sign in.',
  next: 'Reload the pane and type the pairing code from the gateway’s window or log.',
};
const NO_SIGN_IN: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this sign-in.',
  next: 'The pane may be older than the gateway: reload it.',
};
