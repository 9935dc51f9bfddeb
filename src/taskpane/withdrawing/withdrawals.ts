import type { DeskClient } from '../../client/client';
import { sentence } from '../../domain/failure';
import type { ActionId } from '../../domain/identifiers';
import type { OwnOffer } from '../../domain/own-offer';
import type { OwnQuote } from '../../domain/own-quote';
import { Observable } from '../observable';
import { isOver, type Presses, type Wanted } from '../pressing/presses';
import { aboutOf } from '../pressing/subject';
import type { Figures } from '../words/figures';
import { ownOfferInWords, ownQuoteInWords } from '../words/own-quote-words';
import { deletionOf, stillLive, stillProposed, withdrawalOf } from './withdrawal';

const NOT_KNOWN =
  'Which quotes of this desk are live is not known here yet. The desk withdraws all that it knows of; the journal shows each.';
const NONE =
  'No live quote of this desk is known. What was pressed before, here or in another workbook, does not go live any more. Quotes that were sent elsewhere, as in the web client, are withdrawn there.';

/** Taking back many quotes by one press. It goes whether or not the desk is armed: it only takes risk away. */
export class Withdrawals {
  /** The quotes whose results are shown, in the order in which they were pressed. */
  readonly shown = new Observable<readonly OwnQuote[]>([]);
  /** Firm price proposals whose deletion is shown. */
  readonly proposals = new Observable<readonly OwnOffer[]>([]);
  /** Whether withdrawing all deletes firm price proposals as well. */
  readonly withProposals = new Observable(true);
  /** The press of "Withdraw all" whose consequences are shown. */
  readonly pressed = new Observable<ActionId | undefined>(undefined);
  private readonly mine = new Set<ActionId>();
  private own: readonly OwnQuote[] | undefined;
  private offers: readonly OwnOffer[] = [];

  /** `stopBatch`: what waits to be sent is sent no more. `tell` is for what a person has to know later. */
  constructor(
    private readonly parts: {
      readonly client: Pick<DeskClient, 'newActionId'>;
      readonly presses: Presses;
      readonly figures: Figures;
      readonly stopBatch: () => void;
      readonly tell: (text: string) => void;
    },
  ) {}

  /** Whether everything was withdrawn from here. */
  isMine(id: ActionId): boolean {
    return this.mine.has(id);
  }

  /** What is known to be live now; `undefined` when nothing is. */
  know(own: readonly OwnQuote[] | undefined): void {
    this.own = own;
  }

  /** Firm price proposals and counteroffers that may be live now. */
  knowOffers(offers: readonly OwnOffer[]): void {
    this.offers = offers;
  }

  /**
   * Withdraws every live quote of the desk, and nothing that was pressed before, in whichever workbook, goes live after it. What
   * it answers is for the person; empty when the results speak.
   */
  all(): string {
    const { presses, client, tell } = this.parts;
    this.parts.stopBatch();
    const live = this.own ? stillLive(this.own, presses.all.get()) : [];
    const id = client.newActionId();
    this.mine.add(id);
    const proposals = this.withProposals.get();
    const firm = proposals ? this.firm() : [];
    if (this.isOver()) this.proposals.set([]);
    this.show(live);
    this.proposals.set(firm);
    this.pressed.set(id);
    const wanted = [...this.wanted(live), ...this.deletions(firm)];
    void presses.withdrawAll(id, wanted, { proposals }).then((failure) => {
      if (failure) tell(`Not everything is known to be withdrawn. ${sentence(failure)}`);
    });
    if (!this.own) return NOT_KNOWN;
    return live.length + firm.length === 0 ? NONE : '';
  }

  private firm(): OwnOffer[] {
    const proposals = this.offers.filter(({ what }) => what === 'proposal');
    return stillProposed(proposals, this.parts.presses.all.get());
  }

  private deletions(offers: readonly OwnOffer[]): Wanted[] {
    return offers.map((offer) => ({
      body: deletionOf(offer),
      shown: `Delete price proposals on ${offer.requestId}: ${ownOfferInWords(offer, this.parts.figures)}`,
    }));
  }

  /** Deletes these once more. */
  deleteAgain(offers: readonly OwnOffer[]): void {
    this.parts.presses.pressAll(this.deletions(offers));
  }

  some(quotes: readonly OwnQuote[]): void {
    if (quotes.length === 0) return;
    this.show(quotes);
    this.parts.presses.pressAll(this.wanted(quotes));
  }

  private show(quotes: readonly OwnQuote[]): void {
    const before = this.isOver() ? [] : this.shown.get();
    const known = new Set(before.map(key));
    this.shown.set([...before, ...quotes.filter((quote) => !known.has(key(quote)))]);
  }

  private wanted(quotes: readonly OwnQuote[]): Wanted[] {
    return quotes.map((quote) => ({
      body: withdrawalOf(quote),
      shown: `Withdraw quote ${quote.quoteId}: ${ownQuoteInWords(quote, this.parts.figures)} (${quote.requestId})`,
    }));
  }

  /** The results have been read. What is still under way stays in the journal. */
  putAway(): void {
    const { presses } = this.parts;
    const deleted = this.proposals.get().map((offer) => aboutOf(deletionOf(offer)));
    const shown = new Set([...this.shown.get().map(key), ...deleted]);
    for (const { id, about } of presses.all.get()) if (shown.has(about)) presses.dismiss(id);
    this.shown.set([]);
    this.proposals.set([]);
    this.pressed.set(undefined);
  }

  private isOver(): boolean {
    const presses = this.parts.presses.all.get();
    return this.shown
      .get()
      .every((quote) => presses.every((press) => press.about !== key(quote) || isOver(press)));
  }
}

const key = (quote: OwnQuote): string => aboutOf(withdrawalOf(quote));
