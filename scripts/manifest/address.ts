import { childrenNamed, type Element, titleOf, withDescendants } from './element';

/** An address in the manifest and the element that has it. XML namespaces are names, not addresses. */
interface Address {
  readonly element: Element;
  readonly url: string;
}

// Without what follows, https://localhost:3000 would also be found in https://localhost:30001.
const NEIGHBOURS = [
  ['"', '/'],
  ['"', '"'],
  ['>', '/'],
  ['>', '<'],
] as const;
const HOLDS_ADDRESS = /Url$|^SourceLocation$|^bt:Image$|^ExtendedOverrides$|^AppDomain$/;
const ADDRESS_ATTRIBUTE = /^(DefaultValue|Value|Url|ResourcesUrl)$/;

/** Addresses that are not https, and those that leave the add-in's own. The support page may be elsewhere. */
export function addressFindings(manifest: Element): string[] {
  const own = ownOrigin(manifest);
  return addressesIn(manifest).flatMap(({ element, url }) => {
    if (!url.startsWith('https://') || !URL.canParse(url)) {
      return [`${titleOf(element)} has "${url}", which is not an https address.`];
    }
    const elsewhere = element.name !== 'SupportUrl' && new URL(url).origin !== own;
    return elsewhere ? [`${titleOf(element)} leads to ${url}, away from ${own}.`] : [];
  });
}

/**
 * The manifest for an add-in served at `origin`; a support page elsewhere becomes that address too, since its people
 * are the ones to ask. Everything else stays as it is, to the letter.
 */
export function movedTo(origin: string, xml: string, manifest: Element): string {
  const support = childrenNamed(manifest, 'SupportUrl')[0]?.attributes.DefaultValue ?? '';
  const own = ownOrigin(manifest);
  const moved = xml.replaceAll(`"${support}"`, `"${origin}/"`);
  return NEIGHBOURS.reduce(
    (text, [before, after]) => text.replaceAll(`${before}${own}${after}`, `${before}${origin}${after}`),
    moved,
  );
}

/** The manifest whose page is opened with a pairing code, in the one runtime and wherever else it is named. */
export const withPairing = (xml: string, code: string): string =>
  xml.replaceAll('/taskpane.html"', `/taskpane.html?pair=${encodeURIComponent(code)}"`);

/** The origin a person meant by `text`. Throws a sentence when an add-in cannot be served from there. */
export function originOf(text: string): string {
  if (!URL.canParse(text))
    throw new Error(`"${text}" is not an address. Write it like https://desk.example.com`);
  const url = new URL(text);
  if (url.protocol !== 'https:') {
    throw new Error(
      `Excel loads add-ins over https only, and "${text}" is ${url.protocol}//. Serve it over https.`,
    );
  }
  if (url.username || url.password) throw new Error('The address may not hold a name or a password.');
  if (url.pathname !== '/' || url.search || url.hash) {
    throw new Error(`The add-in is served from the root of its address: write ${url.origin}, not "${text}".`);
  }
  return url.origin;
}

const ownOrigin = (manifest: Element): string => {
  const page = childrenNamed(childrenNamed(manifest, 'DefaultSettings')[0], 'SourceLocation')[0];
  const url = page?.attributes.DefaultValue ?? '';
  return URL.canParse(url) ? new URL(url).origin : '';
};

const addressesIn = (manifest: Element): Address[] =>
  withDescendants(manifest).flatMap((element) => {
    const values = Object.entries(element.attributes).filter(([name]) => ADDRESS_ATTRIBUTE.test(name));
    const texts = [...values.map(([, value]) => value), element.text].filter(Boolean);
    const urls = HOLDS_ADDRESS.test(element.name) ? texts : texts.filter((text) => text.includes('://'));
    return urls.map((url) => ({ element, url }));
  });
