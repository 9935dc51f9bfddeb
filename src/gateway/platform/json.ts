import { pageWords } from '../../contract/service/api-error';
import { exactJson } from '../../contract/service/exact-json';
import { failed, success, type Outcome } from '../../domain/failure';
import type { HttpAnswer } from './http';

const SHOWN = 60;
/** No record of the service nests more than a few levels; what nests without end could be read, but never written again. */
const DEPTH_MAX = 100;
const TOO_DEEP = '(nested too deeply to be shown)';

/** A body as JSON, its numbers exact; nothing is assumed about what is in it, save that what nests deeper than any record is left out. */
export function parsedJson({ body, shown = body }: Pick<HttpAnswer, 'body' | 'shown'>): Outcome<unknown> {
  try {
    return success(bounded(exactJson(body), DEPTH_MAX));
  } catch {
    const text = shown.trim();
    const start = text.slice(0, SHOWN).replace(/\s+/g, ' ');
    const page = pageWords(text)?.slice(0, SHOWN);
    return failed({
      kind: 'unreadable',
      message: page
        ? `The platform's answer is a web page, not JSON; it says "${page}".`
        : start
          ? `The platform's answer is broken or not JSON; it begins with "${start}".`
          : "The platform's answer is empty.",
      next: "Check the platform's address; if it is right, report it to the operator.",
    });
  }
}

/** The same value, in it a text in the place of everything that lies deeper than `levels`. */
function bounded(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  for (const [name, part] of Object.entries(value)) {
    const kept = bounded(part, levels - 1);
    // Defined, not assigned: a field may be called __proto__.
    if (kept !== part) Object.defineProperty(value, name, { value: kept });
  }
  return value;
}
