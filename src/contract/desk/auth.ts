import * as z from 'zod/mini';
import { WayIn } from '../../domain/way-in';
import { body, type Address, type Routes } from './routes';

/** SHA-256 in base64url. */
const Digest = z.string().check(z.regex(/^[\w-]{43}$/));

/** Below which folder the page lies that asks: the dialog ends on a page beside it. */
export const AuthStartBody = z.strictObject({ digest: Digest, folder: z.enum(['/', '/workbench/']) });
export type AuthStartBody = z.infer<typeof AuthStartBody>;

/** The ticket that the dialog's page got, or showed to a person who typed it, and the secret whose digest began this sign-in. */
export const AuthRedeemBody = z.strictObject({
  ticket: z.string().check(z.maxLength(100)),
  secret: z.string().check(z.maxLength(100)),
});
export type AuthRedeemBody = z.infer<typeof AuthRedeemBody>;

/** A token of the provider for this desk, as Office got it (nested app authentication). */
export const AuthTokenBody = z.strictObject({ token: z.string().check(z.maxLength(20_000)) });
export type AuthTokenBody = z.infer<typeof AuthTokenBody>;

/** `page`: where the dialog begins, on this gateway. */
const AuthStartAnswer = z.object({ page: z.string() });
/** By `key` every page of this browser gets its sessions, until the sign-in ends. */
const AuthKeyAnswer = z.object({ key: z.string(), name: z.string() });

/** The key of a browser whose person signs out. */
export const AuthLeaveBody = z.strictObject({ key: z.string().check(z.maxLength(100)) });
export type AuthLeaveBody = z.infer<typeof AuthLeaveBody>;
/** How many sessions ended with it. */
const AuthLeaveAnswer = z.object({ ended: z.number() });

/** The routes of a person's sign-in, apart from the others because a page loads them with the room that asks for it. They want no session. */
export const AUTH_ROUTES = {
  way: { method: 'GET', path: '/api/auth', answer: WayIn },
  start: { method: 'POST', path: '/api/auth/start', body: body<AuthStartBody>(), answer: AuthStartAnswer },
  redeem: { method: 'POST', path: '/api/auth/redeem', body: body<AuthRedeemBody>(), answer: AuthKeyAnswer },
  token: { method: 'POST', path: '/api/auth/token', body: body<AuthTokenBody>(), answer: AuthKeyAnswer },
  leave: { method: 'POST', path: '/api/auth/leave', body: body<AuthLeaveBody>(), answer: AuthLeaveAnswer },
} as const satisfies Routes;

/** Where a dialog goes: they lead on to the provider, and from it to the dialog's last page. No page calls them. */
export const AUTH_PAGES = {
  begin: { method: 'GET', path: '/auth/begin/:state' },
  back: { method: 'GET', path: '/auth/back' },
} as const satisfies Record<string, Address>;
