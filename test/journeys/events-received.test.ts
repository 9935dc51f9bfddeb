import { expect, it } from 'vitest';
import { WholeSystem } from './whole-system';

it('the platform tells the desk of what happens, and the pane where it came', async () => {
  const system = await WholeSystem.start();
  try {
    const page = system.openPage();
    const events: unknown[][] = [];
    page.watch({ kind: 'events' }, (answer) => {
      if (answer.state === 'fresh') events.push([...(answer.value ?? [])]);
    });
    let isIn = false;
    page.watch({ kind: 'status' }, ({ value }) => (isIn = value?.signedIn === true));
    await system.until('the desk is signed in', () => isIn);
    await system.tellEvents();
    await system.control('/simulator/act', { do: 'close', requestId: 'RQ-10300' });
    await system.until('the event is there', () => (events.at(-1)?.length ?? 0) > 0);
    expect(events.at(-1)?.[0]).toMatchObject({ origin: 'pushed', type: 'request-closed' });
    const how = await system.passing(page.webhook());
    expect(how).toMatchObject({ ok: true, value: { isStated: false, accepted: 1, refused: 0 } });
    const checked = await system.passing(page.checkWebhook());
    expect(checked).toMatchObject({ ok: true, value: { event: { origin: 'test', type: 'request-traded' } } });
  } finally {
    await system.end();
  }
}, 60_000);
