import { createHmac } from 'node:crypto';
import type { Profile } from '../../contract/service/profile';
import type { Clock } from '../../effects/clock';
import type { PlatformEvent } from '../world/event';

const DEADLINE_MS = 5000;

export interface WebhookOptions {
  readonly clock: Clock;
  readonly webhooks: Profile['webhooks'];
  /** What the environment variables of the profile hold. */
  readonly secretIn: (name: string) => string | undefined;
}

/** Tells one receiver of every event, once: what fails is not sent again (section 6). */
export class Webhook {
  private receiver: string | undefined;
  private readonly sending = new Set<AbortController>();
  private delivered = 0;
  private failed = 0;

  constructor(private readonly options: WebhookOptions) {}

  register(url: string | undefined): void {
    this.receiver = url;
  }

  get report(): { readonly receiver: string | null; readonly delivered: number; readonly failed: number } {
    return { receiver: this.receiver ?? null, delivered: this.delivered, failed: this.failed };
  }

  publish(event: PlatformEvent): void {
    if (this.receiver !== undefined) void this.send(this.receiver, this.delivery(event));
  }

  /** Lets go of what is still on its way. */
  end(): void {
    this.receiver = undefined;
    for (const control of this.sending) control.abort();
  }

  private async send(url: string, body: string): Promise<void> {
    const control = new AbortController();
    this.sending.add(control);
    const cancel = this.options.clock.after(DEADLINE_MS, () => control.abort());
    try {
      const headers = { 'content-type': 'application/json', ...this.proofs(body) };
      const asked = { method: 'POST', body, headers, redirect: 'error', signal: control.signal } as const;
      const response = await fetch(url, asked);
      await response.body?.cancel();
      if (response.ok) this.delivered += 1;
      else this.failed += 1;
    } catch {
      this.failed += 1;
    } finally {
      cancel();
      this.sending.delete(control);
    }
  }

  /** One event, in a list of one where the profile wants a list. */
  private delivery(event: PlatformEvent): string {
    const { items } = this.options.webhooks;
    if (items === undefined) return JSON.stringify(event);
    const path = items === '' ? [] : items.split('.');
    return JSON.stringify(path.reduceRight<unknown>((inside, name) => ({ [name]: inside }), [event]));
  }

  /** Headers by which the receiver knows who sent it; without its secret none. */
  private proofs(body: string): Record<string, string> {
    const { webhooks, secretIn } = this.options;
    const { token, basic } = webhooks;
    const secret = token && secretIn(token.secretEnv);
    const password = basic && secretIn(basic.passwordEnv);
    return {
      ...this.signature(body),
      ...(token && secret !== undefined && { [token.header]: `${token.prefix ?? ''}${secret}` }),
      ...(basic &&
        password !== undefined && {
          authorization: `Basic ${Buffer.from(`${basic.user}:${password}`).toString('base64')}`,
        }),
    };
  }

  private signature(body: string): Record<string, string> {
    const { webhooks, secretIn, clock } = this.options;
    const { hmac } = webhooks;
    const secret = hmac && secretIn(hmac.secretEnv);
    if (!hmac || secret === undefined) return {};
    const { timestamp, part, prefix = '', signed = '{body}' } = hmac;
    const time = String(Math.floor(clock.now() / 1000));
    const text = signed.replace('{timestamp}', time).replace('{body}', () => body);
    const key = hmac.secretAs === undefined ? secret : Buffer.from(secret, hmac.secretAs);
    const digest = createHmac(hmac.algorithm, key)
      .update(text)
      .digest(hmac.encoding ?? 'hex');
    const written = part === undefined ? `${prefix}${digest}` : `${part}=${prefix}${digest}`;
    if (!timestamp) return { [hmac.header]: written };
    const at = timestamp.part === undefined ? time : `${timestamp.part}=${time}`;
    return timestamp.header === undefined || timestamp.header.toLowerCase() === hmac.header.toLowerCase()
      ? { [hmac.header]: `${at},${written}` }
      : { [hmac.header]: written, [timestamp.header]: at };
  }
}
