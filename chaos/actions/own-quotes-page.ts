import type { WebSocket } from 'ws';
import { socketTransport } from '../../simulation/socket-transport';
import { createDeskClient } from '../../src/client/desk-client';
import type { OwnOffer } from '../../src/domain/own-offer';
import type { OwnQuote } from '../../src/domain/own-quote';
import { systemChance } from '../../src/effects/chance';
import { systemClock } from '../../src/effects/clock';
import { systemIds } from '../../src/effects/ids';

/** A page that looks at the live quotes of the desk, as the pane does. */
export class OwnQuotesPage {
  private quotes: readonly OwnQuote[] | undefined;
  private offers: readonly OwnOffer[] | undefined;
  private readonly sockets = new Set<WebSocket>();
  private readonly stops: readonly (() => void)[];

  constructor(url: string) {
    const client = createDeskClient({
      transport: socketTransport(() => url, this.sockets),
      clock: systemClock,
      ids: systemIds,
      chance: systemChance,
    });
    this.stops = [
      client.watch({ kind: 'own-quotes' }, ({ value }) => (this.quotes = value)),
      client.watch({ kind: 'own-offers' }, ({ value }) => (this.offers = value)),
    ];
  }

  /** Numbers of the quotes and firm price proposals that it says are live; `undefined` while it waits. */
  get live(): readonly string[] | undefined {
    if (!this.quotes || !this.offers) return undefined;
    const proposals = this.offers.filter(({ what }) => what === 'proposal');
    return [...this.quotes.map(({ quoteId }) => quoteId), ...proposals.flatMap(({ number }) => number ?? [])];
  }

  close(): void {
    for (const stop of this.stops) stop();
    for (const socket of this.sockets) socket.terminate();
  }
}
