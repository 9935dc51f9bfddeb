import * as z from 'zod/mini';
import type { ProxyOptions } from '../platform/proxy';
import { text } from './webhook-settings';

/** By which proxy the gateway reaches other machines. */
export const ProxyVariables = z.object({
  HTTPS_PROXY: z.optional(z.string().check(z.refine(isProxyAddress))),
  NO_PROXY: z.optional(text()),
});
type ProxyVariables = z.infer<typeof ProxyVariables>;

export const PROXY_DESCRIBED = {
  HTTPS_PROXY: {
    wants: 'http://proxy.example.com:8080, with user:password@ where it asks for them (docs/operating.md)',
  },
  NO_PROXY: { wants: 'names, with commas, that are reached without HTTPS_PROXY; with them all names below' },
} as const;

/** Programs commonly read both spellings, and the small one first. */
export const isSpeltSmallToo = (name: string): boolean => Object.hasOwn(PROXY_DESCRIBED, name);

export const proxySettingsOf = ({
  HTTPS_PROXY: url,
  NO_PROXY: except = '',
}: ProxyVariables): ProxyOptions | undefined => (url === undefined ? undefined : { url, except });

function isProxyAddress(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(written);
  const isAlone = pathname === '/' && search === '' && hash === '';
  return (
    (protocol === 'http:' || protocol === 'https:') && isAlone && (username === '') === (password === '')
  );
}

/** What is never shown of it: the password, as it is written and as it is meant. */
export function secretsOfProxy({ url }: ProxyOptions): readonly string[] {
  const { password } = new URL(url);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}
