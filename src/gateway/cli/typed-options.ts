import type { parseArgs } from 'node:util';
import * as z from 'zod/mini';

type Known = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

const Refused = z.object({ code: z.string(), message: z.string() });

/**
 * What of the words behind a command is not right, in a sentence that names the word and what there is in its place. `error`: thrown by
 * `parseArgs` with these options.
 */
export function optionProblem(error: unknown, known: Known): string {
  const { code = '', message = '' } = Refused.safeParse(error).data ?? {};
  const [, word = ''] = /'([^' ]+)/.exec(message) ?? [];
  if (code.endsWith('UNKNOWN_OPTION')) return `There is no option ${word}. There are ${namesOf(known)}.`;
  if (code.endsWith('UNEXPECTED_POSITIONAL'))
    return `"${word}" has no option before it, as a value has: --data FOLDER.`;
  if (message.includes('does not take an argument')) return `${word} takes no value.`;
  if (code.endsWith('INVALID_OPTION_VALUE')) return `${word} needs a value behind it.`;
  return 'The words behind the command could not be read.';
}

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
  ...(data && { DESK_DATA: data }),
  ...(port && { DESK_PORT: port }),
});
