import type { Campaign, Result } from './campaign';

/** What was wrong with a run, and how to see it again; `undefined` where nothing was. */
export function complaintOf(
  { name, aboutOf }: Pick<Campaign<never>, 'name' | 'aboutOf'>,
  { plan, violations }: Result,
): string | undefined {
  if (violations.length === 0) return undefined;
  return [
    `${aboutOf(plan.seed)}:`,
    ...violations.map((violation) => `  ${violation}`),
    `  Again: npm run chaos -- ${name} --replay ${plan.seed}`,
  ].join('\n');
}
