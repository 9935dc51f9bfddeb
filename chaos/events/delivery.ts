import { createHmac } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How deliveries of a campaign are signed, and from where they may come. */
export const HEADER = 'x-signature';
export const SECRET = 'the secret of the campaign';
export const OPERATOR = '192.0.2.7';

/** One delivery, as it is sent. */
export interface Delivery {
  readonly body: string;
  readonly token?: 'wrong';
  readonly signature?: 'wrong' | 'none';
  /** Where the proxy says it came from; the operator's address unless said. */
  readonly from?: string;
  readonly pace?: 'in parts' | 'stalls' | 'breaks off';
}

const PARTS = 4;
const BETWEEN_PARTS_MS = 25;
/** Longer than the gateway waits for a body. */
const STALLS_MS_MAX = 8_000;
const BROKEN_OFF_MS = 30;

/** Sends it, and answers with the status; `undefined` where no answer came. Never rejects. */
export function send(webhook: string, knock: Delivery): Promise<number | undefined> {
  return new Promise((resolve) => {
    const bytes = Buffer.from(knock.body);
    const asked = request(addressOf(webhook, knock), {
      method: 'POST',
      agent: false,
      headers: headersOf(knock, bytes),
    });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', () => resolve(undefined));
    asked.on('close', () => resolve(undefined));
    void written(asked, bytes, knock.pace);
  });
}

async function written(asked: ClientRequest, bytes: Buffer, pace: Delivery['pace']): Promise<void> {
  if (pace === undefined) return void asked.end(bytes);
  const size = Math.ceil(bytes.length / PARTS);
  for (let part = 0; part < (pace === 'in parts' ? PARTS : PARTS / 2); part++) {
    asked.write(bytes.subarray(part * size, (part + 1) * size));
    await pause(BETWEEN_PARTS_MS);
  }
  if (pace === 'in parts') return void asked.end();
  await pause(pace === 'stalls' ? STALLS_MS_MAX : BROKEN_OFF_MS, undefined, { ref: false });
  asked.destroy();
}

function addressOf(webhook: string, { token }: Delivery): string {
  if (token === undefined) return webhook;
  const last = webhook.at(-1) === 'A' ? 'B' : 'A';
  return webhook.slice(0, -1) + last;
}

function headersOf({ signature, from = OPERATOR }: Delivery, bytes: Buffer): Record<string, string | number> {
  const signed = createHmac('sha256', signature === 'wrong' ? 'another secret' : SECRET).update(bytes);
  return {
    'content-type': 'application/json',
    'content-length': bytes.length,
    'x-forwarded-for': from,
    ...(signature !== 'none' && { [HEADER]: signed.digest('hex') }),
  };
}
