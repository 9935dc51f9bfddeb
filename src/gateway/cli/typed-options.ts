import type { parseArgs } from 'node:util';
import * as z from 'zod/mini';

export type Known = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

const Refused = z.object({ code: z.string(), message: z.string() });

/**
 * What of the words behind a command is not right, in a sentence that names the word and what there is in its place. `error`: thrown by
 * `parseArgs` with these words and options.
 */
export function optionProblem(error: unknown, words: readonly string[], known: Known): string {
  const { code = '', message = '' } = Refused.safeParse(error).data ?? {};
  const [, word = ''] = /'([^' ]+)/.exec(message) ?? [];
  if (code.endsWith('UNKNOWN_OPTION')) return `There is no option ${word}. There are ${namesOf(known)}.`;
  if (code.endsWith('UNEXPECTED_POSITIONAL'))
    return `"${word}" has no option before it, as a value has: --data FOLDER.`;
  if (message.includes('does not take an argument')) return `${word} takes no value.`;
  const value = message.includes('ambiguous') ? valueBehind(word, words, known) : undefined;
  if (value !== undefined) return `The value of ${word} begins with -: write ${word}="${value}".`;
  if (code.endsWith('INVALID_OPTION_VALUE')) return noValue(word);
  return 'The words behind the command could not be read.';
}

/** What begins with - behind an option and is no option itself. */
const valueBehind = (option: string, words: readonly string[], known: Known): string | undefined =>
  words.find((word, at) => words[at - 1] === option && word.startsWith('-') && !isOption(word, known));

/** `--port`, `--port=4000` */
export const isOption = (word: string, known: Known): boolean =>
  Object.keys(known).some((name) => word === `--${name}` || word.startsWith(`--${name}=`));

/**
 * Names an option that was typed with nothing in it, as `--port "$P"` is where P is not set. `values`: by the option's name, without the dashes;
 * of one that may be typed several times a list.
 */
export function emptyProblem(values: object): string | undefined {
  const empty = Object.entries(values).find(
    ([, value]) => value === '' || (Array.isArray(value) && value.includes('')),
  );
  return empty && noValue(`--${empty[0]}`);
}

const noValue = (word: string): string => `${word} needs a value behind it.`;

const namesOf = (known: Known): string =>
  Object.keys(known)
    .map((name) => `--${name}`)
    .join(', ');

/** Which gateway a command goes to, where that is typed and not set. */
export const GATEWAY_OPTIONS = { data: { type: 'string' }, port: { type: 'string' } } as const;

/** What was typed of them. */
export interface TypedGateway {
  readonly data?: string | undefined;
  readonly port?: string | undefined;
}
type Environment = Readonly<Record<string, string | undefined>>;

/** The settings with what was typed in their place. */
export const settingsFor = (environment: Environment, { data, port }: TypedGateway): Environment => ({
  ...environment,
  ...(data !== undefined && { DESK_DATA: data }),
  ...(port !== undefined && { DESK_PORT: port }),
});
