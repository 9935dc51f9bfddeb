// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { lazyRoom, openRooms, preloadSoon } from '../../../src/taskpane/shell/rooms';
import { missingFile } from '../app/missing-file';

afterEach(cleanup);

const Journal = ({ of }: { of: string }) => <p>The journal of {of}</p>;
const settled = (): Promise<void> => act(async () => undefined);

it('a room that is on its way says so, and is then shown with what it was given', async () => {
  const { Room } = lazyRoom(() => Promise.resolve(Journal));
  render(<Room of="today" />);
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  await settled();
  expect(screen.getByText('The journal of today')).toBeTruthy();
});

it('a room that was fetched ahead is there at once', async () => {
  const { Room, preload } = lazyRoom(() => Promise.resolve(Journal));
  await preload();
  render(<Room of="today" />);
  expect(screen.getByText('The journal of today')).toBeTruthy();
});

it('a room that cannot be loaded says what to do, and is tried again', async () => {
  const answers = [() => Promise.reject(missingFile()), () => Promise.resolve(Journal)];
  const { Room } = lazyRoom(() => answers.shift()?.() ?? Promise.resolve(Journal));
  render(<Room of="today" />);
  await settled();
  expect(screen.getByRole('status').textContent).toBe(
    'This part of SpreadDesk could not be loaded. Everything else still works. Check that the gateway runs, then try again. If SpreadDesk was updated, reload the pane.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await settled();
  expect(screen.getByText('The journal of today')).toBeTruthy();
});

it('a room that failed ahead is tried again when it is entered', async () => {
  const answers = [() => Promise.reject(missingFile()), () => Promise.resolve(Journal)];
  const { Room, preload } = lazyRoom(() => answers.shift()?.() ?? Promise.resolve(Journal));
  await preload().catch(() => undefined);
  render(<Room of="today" />);
  await settled();
  expect(screen.getByText('The journal of today')).toBeTruthy();
});

it('a fault of the room itself reaches the boundary around the rooms', async () => {
  const { Room } = lazyRoom(() => Promise.reject<typeof Journal>(new TypeError('a fault')));
  render(
    <Boundary>
      <Room of="today" />
    </Boundary>,
  );
  await settled();
  expect(screen.getByText('a fault')).toBeTruthy();
});

it('rooms are fetched ahead a moment after the pane is there, unless it is gone by then', async () => {
  const clock = new ManualClock(0);
  const fetched: string[] = [];
  const rooms = openRooms();
  const preloads = Object.keys(rooms).map((name) => () => Promise.resolve(void fetched.push(name)));
  preloadSoon(preloads, clock)();
  await clock.advance(10_000);
  expect(fetched).toEqual([]);
  preloadSoon(preloads, clock);
  expect(fetched).toEqual([]);
  await clock.advance(10_000);
  await settled();
  // What stands around the rooms before the rooms themselves.
  expect(fetched.slice(0, 2)).toEqual(['news', 'strips']);
  expect(new Set(fetched)).toEqual(new Set(Object.keys(rooms)));
});

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError = (fault: unknown) => ({
    message: fault instanceof Error ? fault.message : '',
  });
  override render(): ReactNode {
    return this.state.message ?? this.props.children;
  }
}
