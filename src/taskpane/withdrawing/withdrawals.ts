import type { OwnQuote } from '../../domain/own-quote';
import { Observable } from '../observable';
import { aboutOf, isOver, type Presses } from '../pressing/presses';
import type { Figures } from '../words/figures';
import { ownQuoteInWords } from '../words/own-quote-words';
import { stillLive, withdrawalOf } from './withdrawal';

const NOT_KNOWN =
  'Which quotes of this desk are live is not known yet, so nothing was withdrawn. Press again in a moment.';
const NONE =
  'No live quote of this desk is known, so there is nothing to withdraw. Quotes that were sent elsewhere, as in the web client, are withdrawn there.';

/** Taking back many quotes by one press. It goes whether or not the desk is armed: it only takes risk away. */
export class Withdrawals {
  /** The quotes whose results are shown, in the order in which they were pressed. */
  readonly shown = new Observable<readonly OwnQuote[]>([]);
  private own: readonly OwnQuote[] | undefined;

  /** `stopBatch`: what waits to be sent is sent no more. */
  constructor(private readonly parts: { presses: Presses; figures: Figures; stopBatch: () => void }) {}

  /** What is known to be live now; `undefined` when nothing is. */
  know(own: readonly OwnQuote[] | undefined): void {
    this.own = own;
  }

  /** Withdraws every live quote of the desk, and no batch puts others in their place. What it answers is for the person; empty when the results speak. */
  all(): string {
    this.parts.stopBatch();
    if (!this.own) return NOT_KNOWN;
    const live = stillLive(this.own, this.parts.presses.all.get());
    this.some(live);
    return live.length === 0 ? NONE : '';
  }

  some(quotes: readonly OwnQuote[]): void {
    if (quotes.length === 0) return;
    const { presses, figures } = this.parts;
    const before = this.isOver() ? [] : this.shown.get();
    const known = new Set(before.map(key));
    this.shown.set([...before, ...quotes.filter((quote) => !known.has(key(quote)))]);
    presses.pressAll(
      quotes.map((quote) => ({
        body: withdrawalOf(quote),
        shown: `Withdraw quote ${quote.quoteId}: ${ownQuoteInWords(quote, figures)} (${quote.requestId})`,
      })),
    );
  }

  /** The results have been read. What is still under way stays in the journal. */
  putAway(): void {
    const { presses } = this.parts;
    const shown = new Set(this.shown.get().map(key));
    for (const { id, about } of presses.all.get()) if (shown.has(about)) presses.dismiss(id);
    this.shown.set([]);
  }

  private isOver(): boolean {
    const presses = this.parts.presses.all.get();
    return this.shown
      .get()
      .every((quote) => presses.every((press) => press.about !== key(quote) || isOver(press)));
  }
}

const key = (quote: OwnQuote): string => aboutOf(withdrawalOf(quote));
