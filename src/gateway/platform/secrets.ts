import type { Failure } from '../../domain/failure';
import type { HttpAnswer } from './http';

/** Credentials of the desk. They stay in memory while it is signed in, and are never shown. */
export interface Credentials {
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const SECRET_LENGTH_MIN = 4;
/** Far more than is ever shown of a body, so that no secret in what is shown is cut in two before it is found. */
const SHOWN_MAX = 16_384;

/** The text without any of the secrets in it: a service may repeat in an error what it was sent. */
export const redacted = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .flatMap(written)
    .reduce((rest, form) => rest.replaceAll(form, '…'), text);

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A secret in every form in which it travels: as it is, in an address, in a form, in JSON, in JSON quoted in JSON. */
const written = (secret: string): readonly string[] => [
  inJson(inJson(secret)),
  inJson(secret),
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
  secret,
];

export const withoutSecrets = (failure: Failure, secrets: readonly string[]): Failure => ({
  ...failure,
  message: redacted(failure.message, secrets),
  next: redacted(failure.next, secrets),
  ...(failure.fields && {
    fields: failure.fields.map(({ path, message }) => ({
      path: redacted(path, secrets),
      message: redacted(message, secrets),
    })),
  }),
});

/**
 * An answer of which everything can be shown. The body of a success is left as it came, for it is data, and only
 * what may be quoted of it is redacted.
 */
export function withoutSecretsIn(answer: HttpAnswer, secrets: readonly string[]): HttpAnswer {
  if (answer.status >= 200 && answer.status < 300) {
    return { ...answer, shown: redacted(answer.body.slice(0, SHOWN_MAX), secrets) };
  }
  return { ...answer, body: redacted(answer.body, secrets) };
}
