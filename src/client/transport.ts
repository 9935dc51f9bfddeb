import { SOCKET_PATH } from '../contract/desk/socket';

/** One WebSocket to the gateway. Closing it twice is harmless. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

/** What a socket tells its opener, never before the opener has returned. `closed` comes once, whatever the reason. */
export interface SocketEvents {
  opened(): void;
  received(text: string): void;
  closed(): void;
}

export interface FetchInit {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** As much of a browser's answer as the page reads. */
export type FetchAnswer = Pick<Response, 'status' | 'text' | 'blob' | 'headers'>;

/** Where the browser keeps its key: the same for every page of the gateway in it. */
interface KeyPlace {
  read(): string | undefined;
  keep(key: string): void;
}

/** How the page reaches its gateway; tests pass a gateway in memory. `path` is below the gateway's own address. */
export interface Transport {
  /** By which the gateway knows this browser once a person has paired it. */
  readonly key: KeyPlace;
  openSocket(events: SocketEvents): Socket;
  fetch(path: string, init: FetchInit): Promise<FetchAnswer>;
}

/** The browser's own, towards the address that served the page: page and gateway are one origin. */
export function browserTransport(page: Pick<Window, 'location' | 'fetch' | 'localStorage'>): Transport {
  return {
    key: browserKey(page),
    openSocket(events) {
      const address = new URL(SOCKET_PATH, page.location.href);
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
      const socket = new WebSocket(address);
      socket.onopen = () => events.opened();
      socket.onmessage = ({ data }) => {
        if (typeof data === 'string') events.received(data);
      };
      socket.onclose = () => events.closed();
      return { send: (text) => socket.send(text), close: () => socket.close() };
    },
    fetch: (path, init) => page.fetch(path, { ...init, cache: 'no-store', credentials: 'omit' }),
  };
}

const KEY = 'spreaddesk.pairing';

/** Where the browser's storage is closed to panes, the key lasts as long as the page. */
function browserKey(page: Pick<Window, 'localStorage'>): KeyPlace {
  let kept: string | undefined;
  return {
    read() {
      try {
        return page.localStorage.getItem(KEY) ?? kept;
      } catch {
        return kept;
      }
    },
    keep(key) {
      kept = key;
      try {
        page.localStorage.setItem(KEY, key);
      } catch {
        // Kept for the page alone: that is what is left to do.
      }
    },
  };
}
