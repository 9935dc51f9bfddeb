/**
 * The markets of a desk's own, as one line: a version, then the markets. Kept apart from the markets themselves, because a page is
 * given the line before it has loaded anything that counts deliveries.
 */
let line = '';

/** Once, before anything is counted: by the gateway for itself (DESK_MARKETS), and by a page from what the gateway wrote into it. */
export function giveMarkets(written: string): void {
  line = written;
}

/** What was given; empty for the built-in markets alone. */
export const givenMarkets = (): string => line;

/** Equal tables have one version; the built-in one has none. */
export const marketsVersion = (): string => line.split(';', 1)[0] ?? '';
