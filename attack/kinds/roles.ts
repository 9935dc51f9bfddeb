import { setTimeout as pause } from 'node:timers/promises';
import { PairAnswer, SessionAnswer } from '../../src/contract/desk/answers';
import { APPROVAL_ROUTES } from '../../src/contract/desk/approvals';
import { PEOPLE_ROUTES, PeopleAnswer } from '../../src/contract/desk/people';
import { needOf, ROUTE_NEEDS } from '../../src/contract/desk/permissions';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { TRADE_DOWNLOAD_ROUTES } from '../../src/contract/desk/trade-downloads';
import { Action } from '../../src/domain/action';
import { ROLES, type Role } from '../../src/domain/person';
import { may } from '../../src/domain/policy/permission';
import { ActionId } from '../../src/domain/identifiers';
import { BODIES, CREATE } from '../../test/gateway/twins/actions';
import { gotIn, held, judged, type Attempt, type Met } from '../attempt';
import { pathOf as addressOf } from '../routes';
import type { Target } from '../target';
import { ask, bearer, JSON_TYPE, shownReply, type Question, type Reply } from '../wire';
import { sessionWith } from './identity';
import { saidBy, spokenBy, WANTED } from './sockets';

/** A key of a paired browser for every role, and of one who has two. */
export type Keys = Readonly<Record<Role | 'both' | 'leaver' | 'nobody', string>>;

const onIdentity = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'identity', tried, at });

async function tokenOf(target: Target, key: string): Promise<string> {
  const reply = await ask(target, sessionWith(key));
  return SessionAnswer.parse(JSON.parse(reply?.body ?? 'null')).token;
}

const withToken = (token: string, method: string, path: string, body: unknown): Question => ({
  method,
  path,
  headers: { ...JSON_TYPE, ...bearer(token) },
  ...(method !== 'GET' && { body: JSON.stringify(body) }),
});

/** Held only where it was refused for who asked: any other answer means that the check was passed. */
const refusedAs = (status: number, reply: Reply | undefined): Met =>
  judged(reply?.status !== status, shownReply(reply));
const DENIED = 403;
const UNKNOWN = 401;

let count = 0;
const newId = (): ActionId =>
  ActionId.parse(`00000000-0000-4000-9000-${String((count += 1)).padStart(12, '0')}`);
const NAMES = [...BODIES].map((body) => ({ body, need: needOf(body) }));

/** Everybody at everything that their role does not allow. */
const wrongRoles = (keys: Keys): readonly Attempt[] =>
  ROLES.flatMap((role) => [
    ...ROUTE_NEEDS.flatMap(({ method, path, need }) =>
      need === 'nobody' || may([role], need)
        ? []
        : [
            onIdentity(`${method} ${path} as ${role}`, async (target) =>
              refusedAs(
                DENIED,
                await ask(
                  target,
                  withToken(await tokenOf(target, keys[role]), method, addressOf({ method, url: path }), {}),
                ),
              ),
            ),
          ],
    ),
    ...(may([role], 'program')
      ? []
      : [
          onIdentity(`a word of a program as ${role}`, async (target) =>
            saidBy(target, await tokenOf(target, keys[role]), WANTED),
          ),
        ]),
    ...NAMES.flatMap(({ body, need }) =>
      may([role], need)
        ? []
        : [
            onIdentity(`${body.kind} as ${role}`, async (target) =>
              refusedAs(DENIED, await press(target, await tokenOf(target, keys[role]), body)),
            ),
            onIdentity(`${body.kind} in a batch as ${role}`, async (target) => {
              const token = await tokenOf(target, keys[role]);
              const actions = [{ id: newId(), body, shown: 'as shown' }];
              const reply = await ask(target, withToken(token, 'PUT', ROUTES.putActions.path, { actions }));
              const isDenied = reply?.status === DENIED || reply?.body.includes('"kind":"denied"') === true;
              return judged(!isDenied, shownReply(reply));
            }),
          ],
    ),
  ]);

const press = (target: Target, token: string, body: unknown, id = newId()): Promise<Reply | undefined> =>
  ask(target, withToken(token, 'PUT', pathOf(ROUTES.putAction, { id }), { body, shown: 'as shown' }));

const reads = (token: string): Question => withToken(token, 'GET', TRADE_DOWNLOAD_ROUTES.list.path, {});
const people = async (target: Target, admin: string): Promise<PeopleAnswer> =>
  PeopleAnswer.parse(
    JSON.parse((await ask(target, withToken(admin, 'GET', PEOPLE_ROUTES.read.path, {})))?.body ?? 'null'),
  );

/** Who was let in once, and no more; who never was; and who would approve their own. */
const overAndOwn = (keys: Keys): readonly Attempt[] => [
  onIdentity('a session of somebody without a role', async (target) =>
    refusedAs(DENIED, await ask(target, sessionWith(keys.nobody))),
  ),
  ...(['a call', 'a hello'] as const).map((way) =>
    onIdentity(`${way} with a session that an admin ended`, async (target) => {
      const [token, admin] = [await tokenOf(target, keys.viewer), await tokenOf(target, keys.admin)];
      if ((await ask(target, reads(token)))?.status !== 200) return gotIn('it never was good');
      const { sessions } = await people(target, admin);
      for (const { session } of sessions.filter(({ name }) => name === 'viewer'))
        await ask(target, withToken(admin, 'POST', PEOPLE_ROUTES.end.path, { session }));
      return way === 'a hello'
        ? spokenBy(target, token)
        : refusedAs(UNKNOWN, await ask(target, reads(token)));
    }),
  ),
  onIdentity('a browser that was unpaired: its open session, then a new one', async (target) => {
    const [token, admin] = [await tokenOf(target, keys.leaver), await tokenOf(target, keys.admin)];
    const { pairings } = await people(target, admin);
    const pairing = pairings.find(({ name }) => name === 'leaver')?.pairing ?? '';
    await ask(target, withToken(admin, 'POST', PEOPLE_ROUTES.unpair.path, { pairing }));
    const [old, anew] = [await ask(target, reads(token)), await ask(target, sessionWith(keys.leaver))];
    return judged(
      old?.status !== UNKNOWN || anew?.status !== UNKNOWN,
      `${shownReply(old)}, ${shownReply(anew)}`,
    );
  }),
  ...(['their own approval', 'an approval of changed bytes'] as const).map((what) =>
    onIdentity(what, async (target) => {
      const both = await tokenOf(target, keys.both);
      const id = newId();
      const waiting = actionIn(await press(target, both, CREATE, id));
      if (waiting?.state !== 'waiting') return gotIn(`it did not wait: ${waiting?.state ?? 'no answer'}`);
      const [approver, hash] =
        what === 'their own approval'
          ? [both, waiting.approval?.hash ?? '']
          : [await tokenOf(target, keys.approver), '0'.repeat(waiting.approval?.hash.length ?? 64)];
      await ask(target, withToken(approver, 'POST', pathOf(APPROVAL_ROUTES.approve, { id }), { hash }));
      const found = await ask(target, withToken(both, 'POST', ROUTES.findActions.path, { ids: [id] }));
      const state = /"state":"(\w+)"/.exec(found?.body ?? '')?.[1];
      // Another one of the same would be in its way.
      await ask(target, withToken(both, 'POST', pathOf(APPROVAL_ROUTES.cancel, { id }), {}));
      return judged(state !== 'waiting', `it is ${state ?? 'not known'}`);
    }),
  ),
  onIdentity('a person’s name typed at a pairing that has no code', async (target) => {
    const reply = await ask(target, {
      method: 'POST',
      path: ROUTES.pair.path,
      headers: JSON_TYPE,
      body: JSON.stringify({ name: 'admin' }),
    });
    const paired = PairAnswer.safeParse(JSON.parse(reply?.body ?? 'null')).success;
    return paired ? gotIn('it was paired') : held(shownReply(reply));
  }),
];

/** The policy of the suite cancels what waits after one minute. */
const LATE_MS = 62_000;

/** An approval after its minutes, told by a real clock. */
export const lateAttempts = (keys: Keys): readonly Attempt[] => [
  onIdentity('an approval after its minutes', async (target) => {
    const id = newId();
    const waiting = actionIn(await press(target, await tokenOf(target, keys.both), CREATE, id));
    if (waiting?.state !== 'waiting') return gotIn(`it did not wait: ${waiting?.state ?? 'no answer'}`);
    await pause(LATE_MS);
    const approver = await tokenOf(target, keys.approver);
    const hash = waiting.approval?.hash ?? '';
    const path = pathOf(APPROVAL_ROUTES.approve, { id });
    const reply = await ask(target, withToken(approver, 'POST', path, { hash }));
    const action = actionIn(reply);
    return judged(action !== undefined && !STOPPED.has(action.state), shownReply(reply));
  }),
];

const STOPPED = new Set(['rejected', 'cancelled']);

/** What is pressed, or approved, while the desk is halted. Each goes on with it afterwards. */
const whileHalted = (keys: Keys): readonly Attempt[] => {
  const halted = async (target: Target, at: () => Promise<Met>): Promise<Met> => {
    const admin = await tokenOf(target, keys.admin);
    await ask(target, withToken(admin, 'POST', ROUTES.halt.path, {}));
    const met = await at();
    await ask(target, withToken(admin, 'POST', ROUTES.resume.path, { reason: 'it was tried' }));
    return met;
  };
  return [
    ...NAMES.filter(({ need }) => need === 'press').map(({ body }) =>
      onIdentity(`${body.kind} at a halted desk`, (target) =>
        halted(target, async () => {
          const reply = await press(target, await tokenOf(target, keys.both), body);
          // Anything else than the halt would have stopped it only by chance.
          const isHalt = /halted the desk/.test(reply?.body ?? '');
          return judged(actionIn(reply)?.sentAt !== undefined || !isHalt, (reply?.body ?? '').slice(0, 120));
        }),
      ),
    ),
    onIdentity('an approval at a halted desk', async (target) => {
      const id = newId();
      const waiting = actionIn(await press(target, await tokenOf(target, keys.both), CREATE, id));
      if (waiting?.state !== 'waiting') return gotIn(`it did not wait: ${waiting?.state ?? 'no answer'}`);
      return halted(target, async () => {
        const hash = waiting.approval?.hash ?? '';
        const approver = await tokenOf(target, keys.approver);
        const reply = await ask(
          target,
          withToken(approver, 'POST', pathOf(APPROVAL_ROUTES.approve, { id }), { hash }),
        );
        const action = actionIn(reply);
        return judged(action !== undefined && !STOPPED.has(action.state), shownReply(reply));
      });
    }),
  ];
};

const actionIn = (reply: Reply | undefined): Action | undefined => {
  const read: unknown = JSON.parse(reply?.body ?? 'null');
  return typeof read === 'object' && read && 'action' in read
    ? Action.safeParse(read.action).data
    : undefined;
};

/** People with a policy, each at what is not theirs. */
export const roleAttempts = (keys: Keys): readonly Attempt[] => [
  ...wrongRoles(keys),
  ...overAndOwn(keys),
  ...whileHalted(keys),
];
