import { DEFAULT_PROFILE, isPlainObject, merged, type Profile } from '../../contract/service/profile';
import { readProfile } from '../../contract/service/profile-file';
import type { Finding } from './findings';

/** The profile as it is given, with what has been learnt laid over it. */
export class Draft {
  private learnt: object = {};
  profile: Profile;

  constructor(private readonly texts: readonly string[]) {
    this.profile = this.with({});
  }

  /** The profile with something else tried. Throws where that is no profile. */
  with(overrides: object): Profile {
    const read = readProfile([...this.texts, JSON.stringify(this.learnt), JSON.stringify(overrides)]);
    if (!read.ok) throw new Error(read.failure.message);
    return read.value;
  }

  /** Whether there may be such a profile. */
  allows(overrides: object): boolean {
    return readProfile([...this.texts, JSON.stringify(this.learnt), JSON.stringify(overrides)]).ok;
  }

  learn(overrides: object): void {
    this.profile = this.with(overrides);
    this.learnt = merged(this.learnt, overrides) as object;
  }
}

/** What of a profile differs from the default. */
function differing(value: unknown, usual: unknown): unknown {
  if (!isPlainObject(value) || !isPlainObject(usual))
    return JSON.stringify(value) === JSON.stringify(usual) ? undefined : value;
  const beside = new Map<string, unknown>(Object.entries(usual));
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const other: unknown = beside.has(name) ? differing(part, beside.get(name)) : part;
    return other === undefined ? [] : [[name, other] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** The draft as a profile file: what is proven as it is, what is likely as a comment, and what to ask the operator. */
export function draftText(profile: Profile, findings: readonly Finding[], schema: string): string {
  const body = { $schema: schema, ...(differing(profile, DEFAULT_PROFILE) as object | undefined) };
  const contradicted = findings.filter(({ verdict }) => verdict === 'contradicted');
  const likely = findings.filter((one) => one.likely !== undefined);
  const open = findings.filter(({ ask, likely: guess }) => ask !== undefined && guess === undefined);
  const comment = (text: string): string => `// ${text.replace(/[\r\n]+/g, ' ')}`;
  return [
    comment(
      'A draft of a service profile, made by npm run probe. A person completes it: docs/connecting.md.',
    ),
    ...(contradicted.length > 0
      ? ['//', comment('Contradicted, and corrected below where it says how:')]
      : []),
    ...contradicted.map(({ key, says }) => comment(`  ${key}: ${says}`)),
    ...(likely.length > 0
      ? ['//', comment('Likely, not proven, and so not set below. Compare, then write it in:')]
      : []),
    ...likely.map(({ key, likely: guess, says }) => comment(`  ${key}: ${JSON.stringify(guess)}  (${says})`)),
    '//',
    comment('Ask the operator:'),
    ...open.map(({ key, ask = '' }) => comment(`  ${key}: ${ask}`)),
    JSON.stringify(body, null, 2),
    '',
  ].join('\n');
}
