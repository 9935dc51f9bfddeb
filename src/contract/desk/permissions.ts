import { onlyProtects, type ActionBody, type ActionKind } from '../../domain/action';
import type { Permission } from '../../domain/policy/permission';
import { APPROVAL_ROUTES } from './approvals';
import { AUTH_ROUTES } from './auth';
import { INTERFACE_ROUTES } from './interface-check';
import { PEOPLE_ROUTES } from './people';
import { PROGRAM_ROUTES } from './programs';
import { ROUTES, type Address, type Routes } from './routes';
import type { PageMessage } from './page-message';
import { TRADE_DOWNLOAD_ROUTES } from './trade-downloads';
import { WEBHOOK_ROUTES } from './webhook';

/** `nobody`: it wants no session, for it is how one is opened, or has a proof of its own. */
export type Need = Permission | 'nobody';

interface NeedingRoute extends Pick<Address, 'method' | 'path'> {
  readonly need: Need;
}

/** The compiler asks for a line for every route of the table. */
const needsOf = <T extends Routes>(routes: T, needs: Readonly<Record<keyof T, Need>>): NeedingRoute[] =>
  Object.entries(routes).map(([name, { method, path }]) => ({ method, path, need: needs[name as keyof T] }));

/** What whoever calls a route must be permitted. A route that is not here is not served. */
export const ROUTE_NEEDS: readonly NeedingRoute[] = [
  ...needsOf(ROUTES, {
    health: 'nobody',
    pair: 'nobody',
    openSession: 'nobody',
    // And by its kind: see ACTION_NEEDS.
    putAction: 'withdraw',
    putActions: 'withdraw',
    findActions: 'read',
    settleAction: 'press',
    halt: 'halt',
    resume: 'administer',
    noteArming: 'arm',
    withdrawAll: 'withdraw',
    readSources: 'read',
    signIn: 'administer',
    signOut: 'administer',
    setLimits: 'administer',
    exportJournal: 'files',
    supportBundle: 'administer',
    // The file itself is asked for by the session that got the ticket.
    openFileTicket: 'files',
    fetchFile: 'nobody',
  }),
  ...needsOf(TRADE_DOWNLOAD_ROUTES, {
    list: 'read',
    estimate: 'files',
    start: 'files',
    move: 'files',
    rows: 'files',
    file: 'files',
  }),
  // An approver's word; and that of whoever pressed it, which takes it back.
  ...needsOf(APPROVAL_ROUTES, {
    approve: 'approve',
    refuse: 'approve',
    remind: 'press',
    cancel: 'withdraw',
  }),
  // Whoever may withdraw stops any program.
  ...needsOf(PROGRAM_ROUTES, { preview: 'program', start: 'program', stop: 'withdraw', release: 'program' }),
  ...needsOf(AUTH_ROUTES, {
    way: 'nobody',
    start: 'nobody',
    redeem: 'nobody',
    token: 'nobody',
    leave: 'nobody',
  }),
  ...needsOf(PEOPLE_ROUTES, { read: 'administer', end: 'administer', unpair: 'administer' }),
  ...needsOf(WEBHOOK_ROUTES, { read: 'administer', check: 'administer' }),
  ...needsOf(INTERFACE_ROUTES, { read: 'administer', check: 'administer' }),
];

/** What a page must be permitted to say over its socket. */
export const MESSAGE_NEEDS: Readonly<Record<PageMessage['type'], Permission>> = {
  hello: 'read',
  watch: 'read',
  refresh: 'read',
  attend: 'read',
  wanted: 'program',
  beat: 'read',
};

const ACTION_NEEDS: Readonly<Record<ActionKind, Permission>> = {
  'send-quote': 'press',
  'withdraw-quote': 'withdraw',
  'accept-quote': 'press',
  'send-proposal': 'press',
  'delete-proposals': 'withdraw',
  'accept-proposal': 'press',
  'send-counteroffer': 'press',
  'create-request': 'press',
  'switch-risk': 'press',
  'set-risk': 'press',
};

/** Whatever only takes risk away goes with withdrawing, such as switching protection on. */
export const needOf = (body: ActionBody): Permission =>
  onlyProtects(body) ? 'withdraw' : ACTION_NEEDS[body.kind];

/** Every route, message and kind of action by what it needs, for people: `PUT /api/limits`, `socket: watch`, `send-quote`. */
export function whatNeeds(permission: Need): readonly string[] {
  const named = <T extends string>(needs: Readonly<Record<T, Need>>, words: (name: string) => string) =>
    Object.entries(needs).flatMap(([name, need]) => (need === permission ? [words(name)] : []));
  return [
    ...ROUTE_NEEDS.filter(({ need }) => need === permission).map(({ method, path }) => `${method} ${path}`),
    ...named(MESSAGE_NEEDS, (type) => `socket: ${type}`),
    ...named(ACTION_NEEDS, (kind) => (kind === 'switch-risk' ? 'switch-risk off' : kind)),
    ...(permission === 'withdraw' ? ['switch-risk on'] : []),
  ];
}
