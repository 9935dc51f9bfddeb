import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DEFAULT_PROFILE, type Profile } from '../src/contract/service/profile';
import { readProfile } from '../src/contract/service/profile-file';
import type { Credentials } from './site/service';

export const HELP = `npm run conformance [-- --json] [-- --profile file] [-- --dialect seed]
npm run conformance -- mutations [--only words]
npm run conformance -- --url https://… --api-key-env NAME --client-id-env NAME --client-secret-env NAME

Checks every sentence of the interface document: of the platform, against a simulator that it starts itself, and of the
product, whose gateway is driven on a platform of another dialect. With an address the platform is the service there,
and the product is left out; it only reads, slowly, unless it is told "--write --i-know-this-trades". "mutations" takes
back one rule after the other, of the simulator and of the product, and says which rows notice it.

  --dialect             the seed of the dialect (npm run dialects) in which the product is tested
  --url                 address of another service
  --api-key-env         environment variable that holds its API key; so, too, the next two
  --client-id-env
  --client-secret-env
  --profile             JSON file laid over the default service profile
  --write               also run the checks that quote, propose, create and trade
  --i-know-this-trades  without it --write does nothing: what is written may be dealt
  --json                JSON in the place of the table`;

/** What cannot be run, said so that whoever asked for it can set it right. */
export class Complaint extends Error {}

export interface ForeignSettings {
  readonly url: string;
  readonly credentials: Credentials;
  readonly write: boolean;
}

export interface Settings {
  readonly help: boolean;
  readonly json: boolean;
  readonly profile: Profile;
  /** The dialect in which the product is tested, by its seed. */
  readonly dialect?: number;
  /** Without it the simulator is tested. */
  readonly foreign?: ForeignSettings;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a command line. Throws {@link Complaint} with a sentence for the first one that is wrong. */
export function settingsFrom(args: readonly string[], environment: Environment): Settings {
  const given = valuesOf(args);
  const { help = false, json = false, url, profile } = given;
  const settings = { help, json, profile: profileAt(profile) };
  if (given.dialect !== undefined && url !== undefined)
    throw new Complaint('--dialect is for the product, which is not tested with --url.');
  if (url === undefined) {
    if (given.write)
      throw new Complaint('--write is for a service at --url; the simulator is written to anyway.');
    return { ...settings, ...(given.dialect !== undefined && { dialect: seedIn(given.dialect) }) };
  }
  const write = writeAllowed(given.write ?? false, given['i-know-this-trades'] ?? false);
  const credentials = {
    apiKey: secretIn(environment, '--api-key-env', given['api-key-env']),
    clientId: secretIn(environment, '--client-id-env', given['client-id-env']),
    clientSecret: secretIn(environment, '--client-secret-env', given['client-secret-env']),
  };
  return { ...settings, foreign: { url: addressIn(url), credentials, write } };
}

function valuesOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ...{
      url: text,
      profile: text,
      dialect: text,
      'api-key-env': text,
      'client-id-env': text,
      'client-secret-env': text,
    },
    ...{ write: flag, 'i-know-this-trades': flag, json: flag, help: flag },
  };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

function writeAllowed(write: boolean, known: boolean): boolean {
  if (!write || known) return write;
  throw new Complaint(
    'The checks that write send quotes and accept some: real trades may come of it. ' +
      'Say --write --i-know-this-trades if that is what you want.',
  );
}

function seedIn(written: string): number {
  if (/^\d{1,9}$/.test(written)) return Number(written);
  throw new Complaint(`--dialect must be a whole number, not "${written}".`);
}

/** The words of the command `mutations`: only rules whose names have them are taken back. */
export function mutationsIn(args: readonly string[]): { readonly only: string } {
  try {
    return { only: parseArgs({ args: [...args], options: { only: { type: 'string' } } }).values.only ?? '' };
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

function addressIn(url: string): string {
  if (!URL.canParse(url))
    throw new Complaint(`--url must be an address such as https://api.example.com, not "${url}".`);
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))) return url;
  throw new Complaint(
    `--url must begin with https://: the credentials would be sent in the open to ${hostname}.`,
  );
}

function secretIn(environment: Environment, option: string, name: string | undefined): string {
  if (name === undefined)
    throw new Complaint(`${option} must name the environment variable that holds the value.`);
  const value = environment[name] ?? '';
  if (value === '') throw new Complaint(`The environment variable ${name} (${option}) is empty.`);
  return value;
}

function profileAt(path: string | undefined): Profile {
  if (path === undefined) return DEFAULT_PROFILE;
  try {
    const read = readProfile([readFileSync(path, 'utf8')]);
    if (read.ok) return read.value;
    throw new Error(read.failure.message);
  } catch (error) {
    throw new Complaint(
      `--profile: ${path} is no usable profile: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
