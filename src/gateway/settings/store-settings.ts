import * as z from 'zod/mini';
import { postgresAddress, type StoreSettings } from '../storage/postgres/place';
import { ACCEPTABLE } from '../storage/postgres/accepted';
import { text } from './webhook-settings';

const accepted = z.pipe(
  z.pipe(
    z.string(),
    z.transform((written: string) => written.split(',').map((one) => one.trim())),
  ),
  z.array(z.enum(ACCEPTABLE)),
);

/** Where a desk on several machines keeps what it knows. */
export const StoreVariables = z.object({
  DESK_STORE: z.optional(text().check(z.refine((written) => postgresAddress(written) !== undefined))),
  DESK_STORE_CA: z.optional(text()),
  DESK_STORE_PASSWORD_FILE: z.optional(text()),
  DESK_STORE_ACCEPTS: z.optional(accepted),
});
type StoreVariables = z.infer<typeof StoreVariables>;

export const STORE_DESCRIBED = {
  DESK_STORE: {
    wants:
      'postgres://user@host:port,host:port/database without a password: one desk on several machines (docs/desk.md), encrypted beyond this machine but with ?sslmode=disable',
  },
  DESK_STORE_CA: {
    wants:
      'a file (PEM) with the certificates that prove the servers of DESK_STORE, else those of the system',
  },
  DESK_STORE_PASSWORD_FILE: {
    wants: 'a file with the password of the user in DESK_STORE; read again at each connection',
  },
  DESK_STORE_ACCEPTS: {
    wants: `${ACCEPTABLE.join(', ')}: to trade although the server may lose what it was given (docs/desk.md)`,
  },
} as const;

/** The settings, none, or a sentence about what is wrong with them. */
export function storeSettingsOf({
  DESK_STORE: written,
  DESK_STORE_CA: caPath,
  DESK_STORE_PASSWORD_FILE: passwordPath,
  DESK_STORE_ACCEPTS: accepts = [],
}: StoreVariables): StoreSettings | undefined | { readonly problem: string } {
  const address = written === undefined ? undefined : postgresAddress(written);
  if (address === undefined) {
    if (caPath === undefined && passwordPath === undefined && accepts.length === 0) return undefined;
    return { problem: 'The settings DESK_STORE_… are of no use without DESK_STORE.' };
  }
  if (caPath !== undefined && !address.tls) {
    return {
      problem: 'DESK_STORE_CA is of no use without encryption: put ?sslmode=verify-full behind DESK_STORE.',
    };
  }
  return {
    ...{ address, accepts },
    ...(caPath !== undefined && { caPath }),
    ...(passwordPath !== undefined && { passwordPath }),
  };
}
