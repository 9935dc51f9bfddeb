import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Connection, DeskClient, Watcher } from '../client/client';
import type { Answer } from '../domain/answer';
import type { Resource } from '../domain/resource';
import type { Watchable } from './observable';
import type { PaneDesk } from './pane-desk';

const DeskContext = createContext<PaneDesk | undefined>(undefined);
export const DeskProvider = DeskContext.Provider;

export function useDesk(): PaneDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('A part of the pane stands outside the desk.');
  return desk;
}

export const useWatched = <T>({ subscribe, get }: Watchable<T>): T => useSyncExternalStore(subscribe, get);

/** The present moment, once a second. */
export const useNow = (): number => useWatched(useDesk().ticker);

/** What a resource last said, for as long as the component is shown. `resource` must stay the same object. */
export function useAnswer<R extends Resource>(client: DeskClient, resource: R, by?: Watcher): Answer<R> {
  return useWatched(useMemo(() => answerOf(client, resource, by), [client, resource, by]));
}

function answerOf<R extends Resource>(
  client: DeskClient,
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

export function useConnection(client: DeskClient): Connection {
  return useWatched(useMemo(() => connectionOf(client), [client]));
}

function connectionOf(client: DeskClient): Watchable<Connection> {
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

export const STATUS = { kind: 'status' } as const;
export const QUOTA = { kind: 'quota' } as const;
export const OWN_QUOTES = { kind: 'own-quotes' } as const;
export const OWN_OFFERS = { kind: 'own-offers' } as const;
export const LIMITS = { kind: 'limits' } as const;
export const JOURNAL = { kind: 'journal' } as const;
export const OPEN_REQUESTS = { kind: 'open-requests' } as const;
export const EVENTS = { kind: 'events' } as const;
export const RISKS = { kind: 'risks' } as const;
