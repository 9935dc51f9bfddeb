import { sentence } from '../../domain/failure';
import type { GatewayClient } from '../../client/client';
import type { ArmSwitch } from './arm';
import type { Observable } from './observable';

/** Each turn of the trading switch becomes a line of the journal, one after the other. It delays nothing: the switch is turned already. */
export function followArming({
  client,
  arm,
  notice,
}: {
  readonly client: Pick<GatewayClient, 'noteArming'>;
  readonly arm: Pick<ArmSwitch, 'arm'>;
  readonly notice: Observable<string>;
}): void {
  let { armed } = arm.arm.get();
  let last: Promise<unknown> = Promise.resolve();
  arm.arm.subscribe(() => {
    const now = arm.arm.get();
    if (now.armed === armed) return;
    armed = now.armed;
    const { why } = now;
    // One that never was on for want of https has nothing to tell.
    const isOwn = now.armed || why === 'person' || why === 'start' || why === 'insecure';
    const turned = { on: now.armed, ...(!isOwn && { why }) };
    last = last.then(async () => {
      const outcome = await client.noteArming(turned);
      if (!outcome.ok && turned.on)
        notice.set(`Trading is on, but the journal may have no line of it. ${sentence(outcome.failure)}`);
    });
  });
}
