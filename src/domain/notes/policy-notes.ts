import * as z from 'zod/mini';
import type { Noted } from '../desk-entry';
import { ApprovalLevels } from '../limits/limits';
import type { By } from '../person';
import { fourEyesInWords } from '../policy/policy-words';

/** What a line says of the policy from then on: the SHA-256 of its file, and above what another person approves. Without a digest there was none. */
export const NotedPolicy = z.object({
  digest: z.optional(z.string()),
  fourEyes: z.optional(ApprovalLevels),
});
export type NotedPolicy = z.infer<typeof NotedPolicy>;

/**
 * Of a policy that is another one than the last line says: at a start, or because its file was read anew. `undefined` where it is the
 * same. `name`: of the file.
 */
export function policyNoted(
  by: By,
  before: NotedPolicy | undefined,
  { name, ...after }: NotedPolicy & { readonly name: string },
): Noted | undefined {
  if (before?.digest === after.digest) return undefined;
  const [former, now] = [fourEyesInWords(before?.fourEyes), fourEyesInWords(after.fourEyes)];
  const does =
    after.digest === undefined
      ? 'runs the gateway without a policy: nobody else has to approve anything'
      : `runs the gateway with the policy ${name}: another person approves ${now}`;
  return {
    entry: 'policy',
    shown: `${by.name} ${does}.`,
    by,
    levels: after,
    ...(before && former !== now && { changes: [{ level: 'fourEyes', before: former, after: now }] }),
    ...(after.digest !== undefined && { file: { name, sha256: after.digest } }),
  };
}
