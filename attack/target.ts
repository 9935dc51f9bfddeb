import type { Route } from './routes';

/** Where a server listens on this machine. */
export interface Place {
  readonly port: number;
  /** The certificate that it shows, PEM; absent: it speaks plainly. */
  readonly certificate?: string;
}

/** A running server, as whoever attacks it sees it. */
export interface Target extends Place {
  /** As the report calls it. */
  readonly name: string;
  /** The server's own, as it registered them. */
  readonly routes: readonly Route[];
  /** The texts of every file that it may give away. */
  readonly published: ReadonlySet<string>;
  /** A page's token that is good. */
  readonly token: string;
  /** The key of a paired browser. */
  readonly key: string;
  /** The code by which it was paired. */
  readonly usedCode: string;
  /** Tokens that were good once, or are good elsewhere. */
  readonly strangeTokens: readonly string[];
  /** By when a caller who dawdles has to be cut off. */
  readonly patienceMs: number;
}

export const hostOf = ({ port }: Place): string => `localhost:${port}`;
export const originOf = (place: Place): string =>
  `${place.certificate === undefined ? 'http' : 'https'}://${hostOf(place)}`;
