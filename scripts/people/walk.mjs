const REDIRECTS_MAX = 12;

/**
 * A person at the pages of the demonstration's provider, with the cookies of a browser, until they lead back to the gateway.
 * @param {string} address where the gateway led to
 * @param {string} person
 * @param {string} gateway its origin
 * @returns {Promise<string>} the gateway's address to which the provider leads, which is not opened
 */
export async function walkProvider(address, person, gateway) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  let at = address;
  for (let step = 0; step < REDIRECTS_MAX; step++) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    at = new URL(answer.headers.get('location') ?? `${at}?as=${person}`, at).href;
    if (new URL(at).origin === gateway) return at;
  }
  throw new Error(`The provider did not lead back: ${at}`);
}
