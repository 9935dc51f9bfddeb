import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach } from 'vitest';
import type { Answer, Resource, ValueOf } from '../../src/domain/resources/resource';
import type { Counteroffer, Proposal, Quote } from '../../src/domain/offers';
import type { Limits } from '../../src/domain/limits/limits';
import { SLIPS_ALONE } from '../../src/domain/limits/slips';
import type { Request } from '../../src/domain/request';
import { ManualClock } from '../../src/effects/manual-clock';
import { Commands } from '../../src/taskpane/app/commands';
import { Observable } from '../../src/taskpane/app/observable';
import type { Office } from '../../src/taskpane/app/office';
import { pagePreferences, type Preferences } from '../../src/taskpane/app/preferences';
import { Pane } from '../../src/taskpane/shell/pane';
import { openPaneContext } from '../../src/taskpane/app/context';
import { preloadAll, openRooms } from '../../src/taskpane/shell/rooms';
import { listing, NOON, QUOTA, STATUS } from './examples';
import { MemoryDesk, type Act } from './pane-context';

afterEach(cleanup);

/** Every room is here before a test begins, as it is a moment after the pane was opened. */
const rooms = openRooms();
const preloads = [...Object.values(rooms).map(({ preload }) => preload)];
await preloadAll(preloads);

/** The whole pane over a desk in memory, signed in to the simulator and disarmed. */
export function openPane(
  setUp: { requests?: readonly Request[]; office?: Office; preferences?: Preferences } = {},
) {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  const commands = new Commands();
  const office = new Observable<Office>(setUp.office ?? { kind: 'browser' });
  client.say({ kind: 'status' }, STATUS);
  client.say({ kind: 'quota' }, QUOTA);
  client.say({ kind: 'journal' }, []);
  // Of slips alone, and of a price without a reference by a note: what else a desk limits its test says.
  const limits: Limits = { ...SLIPS_ALONE, noReference: 'tell' };
  client.say({ kind: 'limits' }, { limits, locked: false, source: 'file' });
  client.say({ kind: 'open-requests' }, listing(...(setUp.requests ?? [])));
  for (const request of setUp.requests ?? []) client.say({ kind: 'request', id: request.id }, request);
  const desk = openPaneContext({
    client,
    commands,
    office,
    locale: 'en-GB',
    timeZone: 'Europe/Berlin',
    preferences: setUp.preferences ?? pastFirstDay(),
  });
  const { container } = render(<Pane context={desk} rooms={rooms} preloads={preloads} />);
  return {
    client,
    container,
    clock,
    desk,
    commands,
    office,
    say: <R extends Resource>(resource: R, value: ValueOf<R>) => act(() => client.say(resource, value)),
    set: <R extends Resource>(resource: R, answer: Answer<R>) => act(() => client.set(resource, answer)),
    quotes: (request: Request, ...quotes: Quote[]) =>
      act(() => client.say({ kind: 'quotes', id: request.id }, listing(...quotes))),
    proposals: (request: Request, ...proposals: Proposal[]) =>
      act(() => client.say({ kind: 'proposals', id: request.id }, listing(...proposals))),
    counteroffers: (request: Request, ...counteroffers: Counteroffer[]) =>
      act(() => client.say({ kind: 'counteroffers', id: request.id }, listing(...counteroffers))),
    advance: (byMs: number) => act(() => clock.advance(byMs)),
    arm: () => fireEvent.click(screen.getByRole('switch', { name: /^Trading/ })),
    open: (id: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${id} `) })),
    /** A room that the row of rooms has no room for is behind its last button. */
    press: (name: string | RegExp) => {
      if (ROOM.test(String(name)) && screen.queryAllByRole('button', { name }).length === 0)
        fireEvent.click(button(/^More rooms/));
      fireEvent.click(button(name));
    },
    type: (name: string | RegExp, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } }),
    newest: (): Act => {
      const newest = client.acts.at(-1);
      if (!newest) throw new Error('Nothing was sent.');
      return newest;
    },
    main: () => within(screen.getByRole('main')),
    close: cleanup,
    text: () => document.body.textContent ?? '',
  };
}

/** Of somebody who has put the first steps away. */
function pastFirstDay(): Preferences {
  const preferences = pagePreferences();
  preferences.keep('first-steps', 'closed');
  return preferences;
}

const ROOM = /^(\/\^)?(Trades|Cells|Risk|Journal|Events|Desk)\b/;

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const isBlocked = (name: string | RegExp): boolean =>
  button(name).getAttribute('aria-disabled') === 'true';

/** What axe-core finds wrong with what is shown. Contrast needs a browser that paints. */
export async function violations(container: Element): Promise<string[]> {
  const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
