import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../effects/clock';
import { CUT_OFF, TOO_LARGE, TOO_SLOW, type Turned } from './refusals';

export interface BodyLimits {
  readonly bytesMax: number;
  readonly deadlineMs: number;
  readonly clock: Clock;
}

type Read = { readonly bytes: Buffer } | { readonly turned: Turned };

/** The bytes as they came. Whoever sends too much or too slowly is waited for no longer. */
export function deliveredBody(request: IncomingMessage, limits: BodyLimits): Promise<Read> {
  const { bytesMax, deadlineMs, clock } = limits;
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.resolve({ turned: TOO_LARGE });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (read: Read): void => {
      cancel();
      request.removeAllListeners('data');
      resolve(read);
    };
    const cancel = clock.after(deadlineMs, () => end({ turned: TOO_SLOW }));
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > bytesMax) end({ turned: TOO_LARGE });
      else parts.push(part);
    });
    request.on('end', () => end({ bytes: Buffer.concat(parts) }));
    request.on('error', () => end({ turned: CUT_OFF }));
    request.on('close', () => end({ turned: CUT_OFF }));
  });
}
