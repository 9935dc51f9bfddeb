import { parseArgs } from 'node:util';
import { GATEWAY_OPTIONS, isOption, type Known } from './typed-options';

/**
 * A halt of which not every word is known, as a command that is: an emergency does not wait for its words to be right. `notKnown`: what was
 * left out. None where it is no halt, or which gateway is meant cannot be told.
 */
export function haltIn(
  args: readonly string[],
  known: Known,
): { readonly words: readonly string[]; readonly notKnown: readonly string[] } | undefined {
  const typed = withoutBareReason(args, known);
  const { positionals, tokens } = parseArgs({
    args: [...typed],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const right = options.filter(({ name }) => Object.hasOwn(known, name));
  if (positionals[0] !== 'halt' || !right.every(isClear)) return undefined;
  // The letters of one word, as of "-5 %", are an option each.
  const strange = new Set(options.filter((token) => !right.includes(token)).map(({ index }) => index));
  return {
    words: [
      ...right.map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`)),
      '--',
      ...positionals,
    ],
    notKnown: [...strange].flatMap((index) => typed[index] ?? []),
  };
}

/** `--reason $R`, where R is not set, has the next option behind it, or nothing. */
const withoutBareReason = (args: readonly string[], known: Known): readonly string[] =>
  args.filter((word, at) => {
    const next = args[at + 1];
    return word !== '--reason' || !(next === undefined || isOption(next, known));
  });

/** A reason may be any text; a gateway has to be named in words that cannot mean something else. */
function isClear({ name, value, inlineValue }: OptionToken): boolean {
  if (name === 'help') return value === undefined;
  if (!Object.hasOwn(GATEWAY_OPTIONS, name)) return true;
  return value !== undefined && value !== '' && (inlineValue === true || !value.startsWith('-'));
}

interface OptionToken {
  readonly name: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}
