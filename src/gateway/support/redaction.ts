import { redacted } from '../service/secrets';

/** Fields that hold a secret, or what the desk trades at, whatever stands in them. Compared without case and dashes. */
const HIDDEN = new Set(
  [
    'token, accesstoken, sessiontoken, authorization, apikey, xapikey, clientid, clientsecret, secret, password',
    'passphrase, credentials, cookie, price, prices, legprices, spreadprice, lastseen, quantity, shown, body, raw, json',
  ].flatMap((names) => names.split(', ')),
);
const DEPTH_MAX = 8;
const ITEMS_MAX = 500;
const TEXT_MAX = 2_000;
const MARK = '…';

/** What looks like a credential by its form alone: a bearer token, a signed token, a user and a word in an address, where events go. */
const FORMS: readonly RegExp[] = [
  /\bBearer\s+\S+/gi,
  /\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g,
  /(?<=:\/\/)[^/\s@]+@/g,
  /(?<=\/webhooks\/)[^/\s"'?#]+/g,
];

/** A copy of a value that can be shown to others. `secrets` are found wherever they stand, in every form they travel in. */
export function shareable(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return shareableText(value, secrets);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? MARK : value;
  if (depth >= DEPTH_MAX) return MARK;
  if (value instanceof Error) return shareableText(String(value), secrets);
  if (Array.isArray(value)) {
    return value.slice(0, ITEMS_MAX).map((one) => shareable(one, secrets, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ITEMS_MAX)
      .map(([name, one]) => [
        shareableText(name, secrets),
        isHidden(name) ? MARK : shareable(one, secrets, depth + 1),
      ]),
  );
}

const isHidden = (name: string): boolean => HIDDEN.has(name.toLowerCase().replaceAll(/[-_]/g, ''));

function shareableText(text: string, secrets: readonly string[]): string {
  const clean = FORMS.reduce((rest, form) => rest.replaceAll(form, MARK), redacted(text, secrets));
  return clean.length > TEXT_MAX ? clean.slice(0, TEXT_MAX) + MARK : clean;
}
