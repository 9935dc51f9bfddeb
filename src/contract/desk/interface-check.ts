import * as z from 'zod/mini';
import type { Routes } from './routes';

/** What was found out about one key of the service profile. Fragments of answers have no secrets, prices or names in them. */
const InterfaceFinding = z.object({
  key: z.string(),
  verdict: z.enum(['holds', 'contradicted', 'cannot be known from here']),
  says: z.string(),
  evidence: z.optional(z.string()),
  /** What the key must be, and what it is likely to be: a text, or JSON. */
  found: z.optional(z.string()),
  likely: z.optional(z.string()),
  /** The question to the operator. */
  ask: z.optional(z.string()),
});

/** What reading the platform says of the service profile, as `npm run probe` tells it. */
export const InterfaceReport = z.object({
  /** Epoch ms. */
  at: z.number(),
  service: z.string(),
  calls: z.number(),
  findings: z.array(InterfaceFinding),
  notes: z.array(z.string()),
});
export type InterfaceReport = z.infer<typeof InterfaceReport>;

/** At most so many calls, and the last report of this sign-in; it costs no call. */
export const InterfaceCheckAnswer = z.object({
  callsMax: z.number(),
  report: z.optional(InterfaceReport),
});
export type InterfaceCheckAnswer = z.infer<typeof InterfaceCheckAnswer>;

/** The routes of the check of the interface, apart from the others because a page loads them with its settings. */
export const INTERFACE_ROUTES = {
  read: { method: 'GET', path: '/api/interface', answer: InterfaceCheckAnswer },
  /** Reads the platform, never writes to it. */
  check: { method: 'POST', path: '/api/interface/check', answer: InterfaceReport },
} as const satisfies Routes;
