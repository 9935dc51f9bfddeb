import { failed, success, type Outcome } from '../../domain/failure';
import type { HttpAnswer } from './http';

const SHOWN = 60;

/** A body as JSON; nothing is assumed about what is in it. */
export function parsedJson({ body, shown = body }: Pick<HttpAnswer, 'body' | 'shown'>): Outcome<unknown> {
  try {
    return success(JSON.parse(body));
  } catch {
    const start = shown.trim().slice(0, SHOWN).replace(/\s+/g, ' ');
    return failed({
      kind: 'unreadable',
      message: start
        ? `The service's answer is broken or not JSON; it begins with "${start}".`
        : "The service's answer is empty.",
      next: "Check the service's address; if it is right, report it to the operator.",
    });
  }
}
