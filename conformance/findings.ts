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

/** Whether every reply was a success; what was met are the statuses. */
export const allOk = (replies: readonly Reply[]): Finding =>
  finding(replies.length > 0 && replies.every(({ ok }) => ok), statuses(replies));

/** Whether every reply was refused as a mistake of the caller. */
export const allRefused = (replies: readonly Reply[], status?: number): Finding =>
  finding(
    replies.length > 0 &&
      replies.every((reply) => isRefusal(reply) && (status ?? reply.status) === reply.status),
    statuses(replies),
  );

/** Whether a reply is an error of the caller's that is no lack of the address itself. */
export const isRefusal = ({ status }: Reply): boolean => status >= 400 && status < 500 && status !== 429;

export const statuses = (replies: readonly Reply[]): string => {
  const different = [...new Set(replies.map(({ summary }) => summary))];
  return `${replies.length} × ${different.join('; ')}`;
};
