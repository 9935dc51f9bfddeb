import { shown } from './fields';
import { Absent, finding, type Finding } from './row';
import type { Reply } from './site/reply';

/** Whether every record passes. Throws {@link Absent} when there is none; what was met names the first that does not. */
export function all<T>(records: readonly T[], passes: (record: T) => boolean, what: string): Finding {
  if (records.length === 0) throw new Absent(`no ${what} are to be seen`);
  const bad = records.find((record) => !passes(record));
  return finding(
    bad === undefined,
    bad === undefined ? `${records.length} ${what}` : `not so: ${shown(bad)}`,
  );
}

/** Whether a check meets everything that it wants; else the first thing that it does not, in words. */
export function meets(wanted: Readonly<Record<string, boolean>>, met: string): Finding {
  const missed = Object.keys(wanted).find((name) => wanted[name] !== true);
  return finding(missed === undefined, missed === undefined ? met : `not so: ${missed}; ${met}`);
}

/** Whether a reply is an error of the caller's that is no lack of the address itself. */
export const isRefusal = ({ status }: Reply): boolean => status >= 400 && status < 500 && status !== 429;

/** What a refusal has that is none of the caller's lack of rights, of the address or of the form of its body. */
const OTHER_REASONS: ReadonlySet<number> = new Set([401, 403, 404, 405, 415, 429]);

/** Whether something was understood and refused for what it says, with a sentence: a dead token would not do. */
export const isRejected = (reply: Reply): boolean =>
  isRefusal(reply) && !OTHER_REASONS.has(reply.status) && reply.errors.length > 0;

export const statuses = (replies: readonly Reply[]): string => {
  const different = [...new Set(replies.map(({ summary }) => summary))];
  return `${replies.length} × ${different.join('; ')}`;
};
