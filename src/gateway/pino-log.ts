import { destination, pino } from 'pino';
import type { Log } from '../effects/log';

const SECRETS = [
  'token',
  'access-token',
  'accessToken',
  'authorization',
  'apiKey',
  'x-api-key',
  'clientSecret',
  'client-secret',
  'password',
  'credentials',
];

/** One JSON line per entry on the error stream; fields with the name of a secret are blotted out at two levels. */
export function pinoLog(): Log {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  const logger = pino({ base: null, redact: { paths, censor: '…' } }, destination({ fd: 2, sync: true }));
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}
