import type * as z from 'zod/mini';
import { pathText } from '../contract/service/reading';
import { failed, success, type Outcome } from '../domain/failure';
import { BUILT_IN_LIMITS, Limits, LimitsFile, type DeskLimits } from '../domain/limits/limits';

export const BUILT_IN: DeskLimits = { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' };

/** The levels that the text of a file gives, or a sentence that names the field that is not right. */
export function readLimitsFile(text: string): Outcome<DeskLimits> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return wrong(`It is not JSON (${error instanceof Error ? error.message : 'no reason given'}).`);
  }
  const file = LimitsFile.safeParse(json);
  if (!file.success) return wrong(limitsProblem(file.error));
  const { locked = false, limits } = file.data;
  return success({ limits: Limits.parse({ ...BUILT_IN_LIMITS, ...limits }), locked, source: 'file' });
}

/** The first thing that is not right with levels, by the name of its field. */
export function limitsProblem({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  if (!issue) return 'It is empty.';
  const place = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const name = [place, issue.keys.join(', ')].filter((part) => part !== '').join('.');
    return `There is no field ${name}.`;
  }
  const wants = issue.message === 'Invalid input' ? 'is missing, or not of its kind' : issue.message;
  return `${place || 'The whole'} ${wants}.`;
}

const wrong = (message: string) =>
  failed({ kind: 'invalid-argument', message, next: 'docs/limits.md describes every field.' });
