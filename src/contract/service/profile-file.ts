import * as z from 'zod/mini';
import { failed, success, type Outcome } from '../../domain/failure';
import { Profile, profileFrom } from './profile';
import { either, pathText } from './reading';

/**
 * The profile that files write, each laid over the ones before it: JSON, in which comments may stand. A failure is a sentence that
 * names the key, what stands there, and what may.
 */
export function readProfile(texts: readonly string[]): Outcome<Profile> {
  const files: unknown[] = [];
  for (const text of texts) {
    const file = jsonIn(text);
    if (!file.ok) return file;
    files.push(file.value);
  }
  try {
    return success(profileFrom(...files));
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    const said = error.issues.map((issue) => sentenceOf(issue, files));
    return wrong(said.slice(0, SAID_MAX).join(' '));
  }
}

const SAID_MAX = 5;

const wrong = (message: string) =>
  failed({
    kind: 'invalid-argument',
    message,
    next: 'Correct the service profile (docs/service-profile.md), then start again.',
  });

const TEXT_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

function jsonIn(text: string): Outcome<unknown> {
  const withoutMark = text.replace(/^\uFEFF/, '');
  // Blanks keep every place where it is.
  const json = withoutMark.replace(TEXT_OR_COMMENT, (found) =>
    found.startsWith('"') ? found : found.replace(/[^\n]/g, ' '),
  );
  try {
    return success(JSON.parse(json));
  } catch (error) {
    return wrong(`It is not JSON${placeIn(json, error)}.`);
  }
}

/** Where JSON.parse stopped, for whoever looks into the file. */
function placeIn(json: string, error: unknown): string {
  const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  if (at === undefined) return ` (${error instanceof Error ? error.message : 'for no known reason'})`;
  const lines = json.slice(0, Number(at)).split('\n');
  return `: line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1} is not as it should be`;
}

type Issue = z.core.$ZodIssue;

function sentenceOf(issue: Issue, files: readonly unknown[]): string {
  const deepest = deepestOf(issue);
  if (deepest.code === 'unrecognized_keys' || deepest.code === 'invalid_key')
    return strangerSentence(deepest);
  const value = valueAt(files, deepest.path);
  const key = pathText(deepest.path) || 'The file';
  const must = mustBe(deepest);
  if (value === undefined) return `${key} is missing: it ${must}.`;
  const clause = /^(?:must|needs|has|is) /.test(must) ? `it ${must}` : must;
  return `${key} is ${shown(value)}: ${clause}.`;
}

/** Of the alternatives of a union the one that was meant: the only one that fits as far as its own form. */
function deepestOf(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const meant = issue.errors.flatMap((issues) =>
    issues.some(
      ({ path, code }) => path.length === 0 && code !== 'unrecognized_keys' && code !== 'invalid_format',
    )
      ? []
      : issues.slice(0, 1),
  );
  const [only, second] = meant;
  if (!only || second) return issue;
  return deepestOf({ ...only, path: [...issue.path, ...only.path] });
}

function strangerSentence(issue: Issue): string {
  const isKeys = issue.code === 'unrecognized_keys';
  const holder = isKeys ? issue.path : issue.path.slice(0, -1);
  const names = isKeys ? issue.keys : issue.path.slice(-1).map(String);
  const place = holder.length === 0 ? 'The file' : pathText(holder);
  const known = namesAt(holder);
  const may = known.length === 0 ? '' : `; there may be ${known.join(', ')}`;
  return `${place} has ${names.map((name) => `"${name}"`).join(', ')}, which there is not${may}.`;
}

function mustBe(issue: Issue): string {
  switch (issue.code) {
    case 'custom':
    case 'invalid_format':
      return issue.message;
    case 'invalid_value':
      return `must be ${either(issue.values.map((value) => JSON.stringify(value) ?? String(value)))}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      if (issue.origin === 'array') return `must have ${String(issue.minimum)} or more`;
      return issue.inclusive === false
        ? `must be more than ${String(issue.minimum)}`
        : `must be ${String(issue.minimum)} or more`;
    case 'too_big':
      return `must be ${String(issue.maximum)} or less`;
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_union':
      return issue.message.startsWith('must')
        ? issue.message
        : 'must be written in another form (docs/service-profile.md)';
    default:
      return 'must be written in another form (docs/service-profile.md)';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings in braces',
  record: 'a group of settings in braces',
};

const SHOWN_MAX = 80;
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
};

/** What the last file that says anything there says. */
function valueAt(files: readonly unknown[], path: readonly PropertyKey[]): unknown {
  return files.map((file) => within(file, path)).findLast((value) => value !== undefined);
}

const within = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (holder, step) =>
      typeof holder === 'object' && holder !== null
        ? new Map<PropertyKey, unknown>(Object.entries(holder)).get(String(step))
        : undefined,
    value,
  );

/** Every name that there may be at a place of the profile; none where any may. */
function namesAt(path: readonly PropertyKey[]): readonly string[] {
  const schema = path.reduce<JsonSchema | undefined>(
    (holder, step) => stepInto(holder, String(step)),
    profileSchema(),
  );
  const objects = schema ? [schema, ...(schema.anyOf ?? [])] : [];
  return objects.flatMap(({ properties, propertyNames }) => [
    ...Object.keys(properties ?? {}),
    ...(propertyNames?.enum ?? []),
  ]);
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly anyOf?: readonly JsonSchema[];
}

function stepInto(holder: JsonSchema | undefined, step: string): JsonSchema | undefined {
  const places = holder ? [holder, ...(holder.anyOf ?? [])] : [];
  const own = places.map(({ properties }) => properties?.[step]).find((one) => one !== undefined);
  if (own) return own;
  const open = places
    .map(({ additionalProperties }) => additionalProperties)
    .find((one) => typeof one === 'object');
  return typeof open === 'object' && open !== null ? open : undefined;
}

/**
 * The JSON Schema of a profile file, for editors: every section and every key of one may be left out. What it cannot say, such as
 * which ids a path may have, is said when the file is read.
 */
export function profileSchema(): JsonSchema & Readonly<Record<string, unknown>> {
  const {
    required: _,
    properties = {},
    ...rest
  } = z.toJSONSchema(Profile, { io: 'input', unrepresentable: 'any' });
  const sections = Object.entries(properties).map(([name, section]) => {
    const { required: __, ...open } = typeof section === 'object' ? section : {};
    return [name, open] as const;
  });
  const address = { type: 'string', description: 'The address of this schema.' };
  return {
    ...rest,
    title: 'Service profile of SpreadDesk',
    properties: { $schema: address, ...Object.fromEntries(sections) },
  } as JsonSchema & Readonly<Record<string, unknown>>;
}
