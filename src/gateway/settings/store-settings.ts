import * as z from 'zod/mini';
import { postgresAddress, type StoreSettings } from '../storage/postgres/place';
import { text } from './webhook-settings';

/** Where a desk on several machines keeps what it knows. */
export const StoreVariables = z.object({
  DESK_STORE: z.optional(text().check(z.refine((written) => postgresAddress(written) !== undefined))),
  DESK_STORE_CA: z.optional(text()),
  DESK_STORE_PASSWORD_FILE: z.optional(text()),
});
type StoreVariables = z.infer<typeof StoreVariables>;

export const STORE_DESCRIBED = {
  DESK_STORE: {
    wants:
      'postgres://user@host:port,host:port/database without a password: one desk on several machines (docs/desk.md); encrypted beyond this machine unless ?sslmode=disable stands behind it',
  },
  DESK_STORE_CA: {
    wants:
      'a file (PEM) with the certificates that prove the servers of DESK_STORE; without it those of the system do',
  },
  DESK_STORE_PASSWORD_FILE: {
    wants: 'a file with the password of the user in DESK_STORE; read again at each connection',
  },
} as const;

/** The settings, none, or a sentence about what is wrong with them. */
export function storeSettingsOf({
  DESK_STORE: written,
  DESK_STORE_CA: caPath,
  DESK_STORE_PASSWORD_FILE: passwordPath,
}: StoreVariables): StoreSettings | undefined | { readonly problem: string } {
  const address = written === undefined ? undefined : postgresAddress(written);
  if (address === undefined) {
    if (caPath === undefined && passwordPath === undefined) return undefined;
    return { problem: 'DESK_STORE_CA and DESK_STORE_PASSWORD_FILE are of no use without DESK_STORE.' };
  }
  if (caPath !== undefined && !address.tls) {
    return {
      problem: 'DESK_STORE_CA is of no use without encryption: put ?sslmode=verify-full behind DESK_STORE.',
    };
  }
  return {
    address,
    ...(caPath !== undefined && { caPath }),
    ...(passwordPath !== undefined && { passwordPath }),
  };
}
