import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { BUNCH_MS, EventDesk } from '../../../src/taskpane/events/event-desk';
import * as standing from '../../../src/taskpane/events/standing';
import { Late } from '../../../src/taskpane/late/late';
import { rememberedInPage } from '../../../src/taskpane/remembered';
import { listing, NOON, request } from '../examples';
import { missingFile } from '../late/missing-file';
import { MemoryDesk } from '../memory-desk';
import { event } from './platform-event';

it('events that are heard before the code that judges them is here are told once it is', async () => {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  client.say({ kind: 'journal' }, []);
  client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-1', role: 'initiator' })));
  client.say({ kind: 'events' }, []);
  const answers = [() => Promise.reject<typeof standing>(missingFile())];
  const judgement = new Late(() => answers.shift()?.() ?? Promise.resolve(standing));
  const desk = new EventDesk(client, judgement, rememberedInPage());
  client.say({ kind: 'events' }, [event(1)]);
  await clock.advance(BUNCH_MS);
  expect(desk.unseen.get()).toBe(0);
  await clock.advance(2 * BUNCH_MS);
  expect(desk.unseen.get()).toBe(1);
  expect(desk.board.notices.get()).toMatchObject([{ kind: 'quote', requestId: 'RQ-1' }]);
});
