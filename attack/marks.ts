/** A secret that was planted, so that it is found wherever it comes out. */
export interface Mark {
  readonly name: string;
  readonly value: string;
}

/** With signs that are written otherwise in addresses, forms, JSON and HTML. */
export const PLANTED = {
  apiKey: { name: 'API key', value: 'planted-key-5e1f&"+/\\end' },
  clientId: { name: 'client id', value: 'planted-client-91c2 id' },
  clientSecret: { name: 'client secret', value: 'planted-secret-7d3a"&+%/\\end' },
  accessToken: { name: 'access token', value: 'planted-access-token-4b8e0c' },
  hmac: { name: 'secret of signatures', value: 'planted-hmac-secret-2a6f' },
} as const satisfies Record<string, Mark>;

const MIDDLE_FROM = 3;

/** Every form in which a secret would still be one. */
function formsOf({ value }: Mark): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.from(`${' '.repeat(shift)}${value}`)
      .toString('base64')
      // What stands at the ends depends on the neighbours.
      .slice(MIDDLE_FROM + 1, -MIDDLE_FROM - 1),
  );
  const forms = [
    value,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
    value.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    Buffer.from(value).toString('hex'),
    Buffer.from(value, 'utf16le').toString('latin1'),
    ...inBase64,
    ...inBase64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)];
}

/** Whether a secret stands in a text, bytes as latin1, in whichever form. */
export const standsIn = (mark: Mark, text: string): boolean =>
  mark.value !== '' && formsOf(mark).some((form) => text.includes(form));
