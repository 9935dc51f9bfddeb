import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { BUNCH_MS, EventNotices } from '../../../src/taskpane/app/event-notices';
import { HeardEvents } from '../../../src/taskpane/app/heard-events';
import { pagePreferences } from '../../../src/taskpane/app/preferences';
import { listing, NOON, request } from '../examples';
import { MemoryDesk } from '../pane-context';
import { event } from '../events/platform-event';

function openDesk() {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  client.say({ kind: 'journal' }, []);
  client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-1', role: 'initiator' })));
  return { clock, client, heard: new HeardEvents(client, pagePreferences()) };
}

it('events that are heard before the code that judges them is here are told once it is', async () => {
  const { clock, client, heard } = openDesk();
  client.say({ kind: 'events' }, []);
  client.say({ kind: 'events' }, [event(1)]);
  await clock.advance(BUNCH_MS);
  expect(heard.unseen.get()).toBe(0);
  const desk = new EventNotices(client, heard);
  await clock.advance(2 * BUNCH_MS);
  expect(heard.unseen.get()).toBe(1);
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'quote', requestId: 'RQ-1' }]);
});

it('events that were known when the pane was opened are not told, nor those of the desk that was left', async () => {
  const { clock, client, heard } = openDesk();
  client.say({ kind: 'events' }, [event(1)]);
  client.set({ kind: 'events' }, { state: 'waiting' });
  client.say({ kind: 'events' }, [event(2)]);
  const desk = new EventNotices(client, heard);
  await clock.advance(2 * BUNCH_MS);
  expect(heard.unseen.get()).toBe(0);
  expect(desk.board.notices.get()).toEqual([]);
  client.say({ kind: 'events' }, [event(3), event(2)]);
  await clock.advance(2 * BUNCH_MS);
  expect(heard.unseen.get()).toBe(1);
});
