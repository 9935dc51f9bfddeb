import * as z from 'zod/mini';

/** A day in the service's zone, e.g. "2026-11-20". */
export const Day = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));
