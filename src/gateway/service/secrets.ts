import type { Failure } from '../../domain/failure';

/** What signs the desk in. It is kept in memory for as long as the desk is signed in, and shown nowhere. */
export interface Credentials {
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const SECRET_LENGTH_MIN = 4;

/** The text without any of the secrets in it: a service may repeat in an error what it was sent. */
export const redacted = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .reduce((rest, secret) => rest.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…'), text);

export const withoutSecrets = (failure: Failure, secrets: readonly string[]): Failure => ({
  ...failure,
  message: redacted(failure.message, secrets),
  next: redacted(failure.next, secrets),
  ...(failure.fields && {
    fields: failure.fields.map(({ path, message }) => ({ path, message: redacted(message, secrets) })),
  }),
});
