import * as z from 'zod/mini';
import { port, text } from './webhook-settings';

/** Names with their ports, as callers name them. */
const names = z.pipe(
  text(),
  z.pipe(
    z.transform((written: string) =>
      written
        .toLowerCase()
        .split(',')
        .map((name) => name.trim()),
    ),
    z.array(z.string().check(z.regex(/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/))),
  ),
);

/** How the machines of one desk reach each other, and how pages reach its doors. */
export const PeerVariables = z.object({
  DESK_KEY_FILE: z.optional(text()),
  DESK_PEER_HOST: z.optional(text()),
  DESK_PEER_PORT: z.optional(port),
  DESK_NAMES: z.optional(names),
});
type PeerVariables = z.infer<typeof PeerVariables>;

const OWN_HOST = '127.0.0.1';

export const PEER_DESCRIBED = {
  DESK_KEY_FILE: {
    wants:
      'the key file of a desk on several machines, the same on each (docs/desk.md); needed with DESK_STORE',
  },
  DESK_PEER_HOST: {
    wants: `the address under which the other machines of the desk reach this one; ${OWN_HOST} where it is alone`,
  },
  DESK_NAMES: {
    wants:
      'names with commas under which pages call the doors of the desk, such as desk.example,desk.example:8443',
  },
  DESK_PEER_PORT: { wants: 'the port for the other machines of the desk; without it a free one' },
} as const;

export interface PeerSettings {
  readonly keyPath: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Under which pages call beside the door's own address. */
  readonly names: readonly string[];
}

/** The settings, none, or a sentence about what is wrong with them. `isShared`: this is a desk on several machines. */
export function peerSettingsOf(
  {
    DESK_KEY_FILE: keyPath,
    DESK_PEER_HOST: host = OWN_HOST,
    DESK_PEER_PORT: port = 0,
    DESK_NAMES: names = [],
  }: PeerVariables,
  isShared: boolean,
): PeerSettings | undefined | { readonly problem: string } {
  if (!isShared) return undefined;
  if (keyPath === undefined)
    return {
      problem:
        'DESK_KEY_FILE is needed with DESK_STORE. Make the file once by the command "desk", with "key FILE" (docs/desk.md).',
    };
  return { keyPath, host, port, names };
}
