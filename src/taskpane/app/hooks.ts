import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { CellState } from '../../client/cell-register';
import type { Connection, GatewayClient, Watcher } from '../../client/client';
import type { Mode } from '../../client/mode';
import type { DeskStatus } from '../../domain/desk-status';
import type { Answer, Resource } from '../../domain/resources/resource';
import type { Sheet } from '../excel/sheet';
import type { PaneContext } from './context';
import type { Watchable } from './observable';
import { agingInWords, failureInWords } from '../ui/text/status-text';

const ReactPaneContext = createContext<PaneContext | undefined>(undefined);
export const PaneProvider = ReactPaneContext.Provider;

export function usePane(): PaneContext {
  const context = useContext(ReactPaneContext);
  if (!context) throw new Error('A part of the pane is rendered outside its context.');
  return context;
}

export const useWatched = <T>({ subscribe, get }: Watchable<T>): T => useSyncExternalStore(subscribe, get);

/** The present moment, once a second. */
export const useNow = (): number => useWatched(usePane().ticker);

/** What a resource last said, for as long as the component is shown. `resource` must stay the same object. */
export function useAnswer<R extends Resource>(client: GatewayClient, resource: R, by?: Watcher): Answer<R> {
  return useWatched(useMemo(() => answerOf(client, resource, by), [client, resource, by]));
}

/** What went wrong with an answer, in words. What the strip at the top tells already is not said again: only that nothing was read yet. */
export function useUntold({
  value,
  failure,
}: Pick<Answer, 'failure'> & { readonly value?: unknown }): string | undefined {
  const status = useAnswer(usePane().client, STATUS).value;
  if (!failure) return undefined;
  const isTold = failure.message === status?.failure?.message;
  // Of everything that is asked while nobody is signed in.
  const isOut = status?.signedIn === false && failure.kind === 'signed-out';
  if (!isTold && !isOut) return failureInWords(failure);
  return value === undefined ? 'Not read yet.' : undefined;
}

function answerOf<R extends Resource>(
  client: GatewayClient,
  resource: R,
  by: Watcher = 'pane',
): Watchable<Answer<R>> {
  let answer: Answer<R> = { state: 'waiting' };
  return {
    get: () => answer,
    subscribe: (listener) =>
      client.watch(
        resource,
        (next) => {
          answer = next;
          listener();
        },
        { by },
      ),
  };
}

export function useConnection(client: GatewayClient): Connection {
  return useWatched(useMemo(() => connectionOf(client), [client]));
}

function connectionOf(client: GatewayClient): Watchable<Connection> {
  let connection: Connection = 'connecting';
  return {
    get: () => connection,
    subscribe: (listener) =>
      client.watchConnection((next) => {
        connection = next;
        listener();
      }),
  };
}

/**
 * Where what is away stands that makes everything on the screen old, however new it is: `cut` off from the desk, or a `fault` of the desk or the
 * platform. The strip at the top says it, once.
 */
export function useUnheard(): 'cut' | 'fault' | undefined {
  const { client } = usePane();
  const connection = useConnection(client);
  const status = useAnswer(client, STATUS).value;
  if (connection === 'lost' || connection === 'unpaired') return 'cut';
  return status?.failure || isSigningIn(status) ? 'fault' : undefined;
}

/** Signed in to nothing, and about to be by itself. */
export const isSigningIn = (status: Pick<DeskStatus, 'signedIn' | 'isTrying'> | undefined): boolean =>
  status?.signedIn === false && status.isTrying === true;

/** Why an answer cannot be relied on, in words, where the strip at the top does not say it of all of them; its age stays beside it. */
export function useAging(answer: Pick<Answer, 'state' | 'fetchedAt'>): string | undefined {
  const { formatters } = usePane();
  const isTold = useUnheard() !== undefined;
  return isTold ? undefined : agingInWords(answer, formatters);
}

export const STATUS = { kind: 'status' } as const;
export const QUOTA = { kind: 'quota' } as const;
export const OWN_QUOTES = { kind: 'own-quotes' } as const;
export const OWN_OFFERS = { kind: 'own-offers' } as const;
export const LIMITS = { kind: 'limits' } as const;
export const JOURNAL = { kind: 'journal' } as const;
export const OPEN_REQUESTS = { kind: 'open-requests' } as const;
export const EVENTS = { kind: 'events' } as const;
export const RISKS = { kind: 'risks' } as const;
export const PROGRAMS = { kind: 'programs' } as const;

/** The workbook's running formulas. */
export function useCells(): readonly CellState[] {
  const { cells } = usePane().client;
  return useWatched(
    useMemo(
      (): Watchable<readonly CellState[]> => ({
        get: () => cells.all(),
        subscribe: (tell) => cells.watch(tell),
      }),
      [cells],
    ),
  );
}

export function useMode(): Mode {
  const { mode } = usePane().client;
  return useWatched(
    useMemo(
      (): Watchable<Mode> => ({ get: () => mode.now(), subscribe: (tell) => mode.watch(tell) }),
      [mode],
    ),
  );
}

/** The spreadsheet, where there is one. */
export function useSheet(): Sheet | undefined {
  const place = useWatched(usePane().office);
  return place.kind === 'excel' ? place.sheet : undefined;
}
