import type { Noted } from '../desk-entry';
import { present } from '../present';
import type { By } from '../person';

// What is written down of programs beside their actions, each as one sentence.

const nameOf = (by: By | undefined): string => by?.name ?? 'An unknown person';

/** `shown`: what the person saw at the press. */
export const programStartNoted = (
  by: By | undefined,
  { name, rows, shown }: { readonly name: string; readonly rows: number; readonly shown: string },
): Noted => ({
  entry: 'program-start',
  shown: `${nameOf(by)} started the program “${name}” of ${rows} ${rows === 1 ? 'row' : 'rows'}: ${shown}`,
  ...present({ by }),
});

/** `why`: one sentence. `by`: of a stop that a person pressed. */
export const programStopNoted = (
  by: By | undefined,
  { name, why }: { readonly name: string; readonly why: string },
): Noted => ({ entry: 'program-stop', shown: `The program “${name}” stopped. ${why}`, ...present({ by }) });

export const programReleaseNoted = (
  by: By | undefined,
  { name, requestId, price }: { readonly name: string; readonly requestId: string; readonly price: string },
): Noted => ({
  entry: 'program-release',
  shown: `${nameOf(by)} let the row of ${requestId} in the program “${name}” go on at ${price}.`,
  ...present({ by }),
});
