import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { BUNCH_MS, EventNotices } from '../../../src/taskpane/app/event-notices';
import * as standing from '../../../src/taskpane/app/event-relevance';
import { loadOnce } from '../../../src/taskpane/app/lazy';
import { pagePreferences } from '../../../src/taskpane/app/preferences';
import { listing, NOON, request } from '../examples';
import { missingFile } from './missing-file';
import { MemoryDesk } from '../pane-context';
import { event } from '../events/platform-event';

it('events that are heard before the code that judges them is here are told once it is', async () => {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  client.say({ kind: 'journal' }, []);
  client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-1', role: 'initiator' })));
  client.say({ kind: 'events' }, []);
  const answers = [() => Promise.reject<typeof standing>(missingFile())];
  const relevance = loadOnce(() => answers.shift()?.() ?? Promise.resolve(standing));
  const desk = new EventNotices(client, relevance, pagePreferences());
  client.say({ kind: 'events' }, [event(1)]);
  await clock.advance(BUNCH_MS);
  expect(desk.unseen.get()).toBe(0);
  await clock.advance(2 * BUNCH_MS);
  expect(desk.unseen.get()).toBe(1);
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'quote', requestId: 'RQ-1' }]);
});
