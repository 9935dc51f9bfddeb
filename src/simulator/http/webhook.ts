import { createHmac } from 'node:crypto';
import type { Profile } from '../../contract/service/profile';
import type { Clock } from '../../effects/clock';
import type { PlatformEvent } from '../world/event';

const DEADLINE_MS = 5000;

export interface WebhookOptions {
  readonly clock: Clock;
  readonly hmac?: NonNullable<Profile['webhooks']['hmac']>;
  /** What events are signed with, where the profile asks for a signature. */
  readonly secret?: string;
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
    if (this.receiver !== undefined) void this.send(this.receiver, JSON.stringify(event));
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
      const headers = { 'content-type': 'application/json', ...this.signature(body) };
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

  private signature(body: string): Record<string, string> {
    const { hmac, secret } = this.options;
    if (!hmac || secret === undefined) return {};
    return { [hmac.header]: createHmac(hmac.algorithm, secret).update(body).digest('hex') };
  }
}
