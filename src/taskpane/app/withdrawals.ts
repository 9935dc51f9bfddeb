import type { GatewayClient } from '../../client/client';
import type { Action, ActionBody, BodyOf } from '../../domain/action';
import { aboutOf } from '../../domain/actions/about';
import { sentence } from '../../domain/failure';
import type { ActionId } from '../../domain/identifiers';
import type { OwnOffer, OwnQuote } from '../../domain/own-offers';
import type { Formatters } from '../ui/formatters';
import { ownOfferInWords, withdrawalInWords } from '../ui/text/own-offer-text';
import { Observable } from './observable';
import { isOver, type NewPress, type Press, type Presses } from './presses';

export const withdrawalOf = ({
  requestId,
  quoteId,
}: Pick<OwnQuote, 'requestId' | 'quoteId'>): BodyOf<'withdraw-quote'> => ({
  kind: 'withdraw-quote',
  requestId,
  quoteId,
});

export const deletionOf = ({ requestId }: Pick<OwnOffer, 'requestId'>): BodyOf<'delete-proposals'> => ({
  kind: 'delete-proposals',
  requestId,
});

export type Tried = Pick<Press, 'body' | 'state' | 'failure'> | Pick<Action, 'body' | 'state' | 'failure'>;
type Taking = BodyOf<'withdraw-quote'> | BodyOf<'delete-proposals'>;

/**
 * The attempt that counts: one that was done, else one that is under way, else the newest, whether this pane, another workbook or
 * the desk by itself made it. `since`: what was done before that (epoch ms) was about something else.
 */
export function newestTry(
  body: Taking,
  presses: readonly Press[],
  journal: readonly Action[],
  since = 0,
): Tried | undefined {
  const about = aboutOf(body);
  const isMeant = (other: ActionBody): boolean => other.kind === body.kind && aboutOf(other) === about;
  const tries = [
    ...presses.filter((press) => press.about === about).map((press) => ({ one: press, at: press.pressedAt })),
    ...journal.filter((one) => isMeant(one.body)).map((one) => ({ one, at: one.createdAt })),
  ].filter(({ at }) => at >= since);
  const inState = (...states: readonly string[]) => tries.find(({ one }) => states.includes(one.state))?.one;
  const [first, ...rest] = tries;
  const newest = rest.reduce((a, b) => (a && b.at > a.at ? b : a), first);
  return inState('done') ?? inState('staged', 'sending') ?? newest?.one;
}

/** Own quotes without those that this pane has just withdrawn, and those `taken` wholly: the list follows a moment later. */
export const stillLive = (
  own: readonly OwnQuote[],
  presses: readonly Press[],
  taken: ReadonlySet<string>,
): OwnQuote[] =>
  own.filter(
    (quote) => !taken.has(quote.quoteId) && newestTry(withdrawalOf(quote), presses, [])?.state !== 'done',
  );

/** The same for price proposals. */
export const stillProposed = (own: readonly OwnOffer[], presses: readonly Press[]): OwnOffer[] =>
  own.filter((offer) => newestTry(deletionOf(offer), presses, [], offer.since)?.state !== 'done');

const NOT_KNOWN = 'The list of live quotes is not loaded yet. The desk withdraws all that it knows of.';
const NONE =
  'No live quote of this desk is known. What is being sent is cancelled. Quotes sent elsewhere stay live.';

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
  /** That press, once it is clear that no answer to it comes: it may have done nothing. */
  readonly unanswered = new Observable<ActionId | undefined>(undefined);
  /** When that was, in epoch ms. */
  pressedAt: number | undefined;
  private readonly mine = new Set<ActionId>();
  private own: readonly OwnQuote[] | undefined;
  private offers: readonly OwnOffer[] = [];

  /** `stopBatch`: what waits to be sent is sent no more. `tell` is for what a person has to know later. */
  constructor(
    private readonly options: {
      readonly client: Pick<GatewayClient, 'newActionId' | 'clock'>;
      readonly presses: Presses;
      readonly formatters: Formatters;
      readonly stopBatch: () => void;
      readonly tell: (text: string) => void;
      /** Numbers of quotes of which trades leave nothing. */
      readonly taken: () => ReadonlySet<string>;
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
    const { presses, client, tell } = this.options;
    this.options.stopBatch();
    const live = this.live();
    const id = client.newActionId();
    this.mine.add(id);
    const proposals = this.withProposals.get();
    const firm = proposals ? this.firm() : [];
    if (this.isOver()) this.proposals.set([]);
    this.show(live);
    this.proposals.set(firm);
    this.pressedAt = client.clock.now();
    this.pressed.set(id);
    const wanted = [...this.wanted(live), ...this.deletions(firm)];
    void presses.withdrawAll(id, wanted, { proposals }).then((failure) => {
      if (!failure) return;
      if (failure.kind === 'unknown-outcome') {
        this.unanswered.set(id);
        // What was said at the press need not be true.
        return tell('');
      }
      // The desk took none of it: what is sent later is not withdrawn by this press.
      if (this.pressed.get() === id) this.forgetPress();
      // Before anything left: nobody is let in here, or the desk is signed out.
      const what =
        failure.kind === 'signed-out'
          ? 'Nothing was withdrawn.'
          : 'It is not known whether all is withdrawn.';
      tell(`${what} ${sentence(failure)}`);
    });
    if (!this.own) return NOT_KNOWN;
    return live.length + firm.length === 0 ? NONE : '';
  }

  /** None where it is not known. */
  private live(): OwnQuote[] {
    return stillLive(this.own ?? [], this.options.presses.all.get(), this.options.taken());
  }

  /** What is told where somebody wanted all off by a press that takes none; empty where nothing is surely live. */
  stillLiveInWords(): string {
    const { formatters } = this.options;
    const quotes = this.live().filter(({ doubtful }) => !doubtful).length;
    const firm = this.firm().length;
    const counts = [
      [quotes, 'quote'],
      [firm, 'firm proposal'],
    ] as const;
    const named = counts.flatMap(([count, what]) =>
      count > 0 ? `${formatters.count(count)} ${what}${count === 1 ? '' : 's'}` : [],
    );
    if (named.length === 0) return '';
    return ` ${named.join(' and ')} ${quotes + firm === 1 ? 'is' : 'are'} still live: press Withdraw all.`;
  }

  private firm(): OwnOffer[] {
    const proposals = this.offers.filter(({ what }) => what === 'proposal');
    return stillProposed(proposals, this.options.presses.all.get());
  }

  private deletions(offers: readonly OwnOffer[]): NewPress[] {
    return offers.map((offer) => ({
      body: deletionOf(offer),
      shown: `Delete price proposals on ${offer.requestId}: ${ownOfferInWords(offer, this.options.formatters)}`,
    }));
  }

  /** Deletes these once more. */
  deleteAgain(offers: readonly OwnOffer[]): void {
    this.options.presses.pressAll(this.deletions(offers));
  }

  some(quotes: readonly OwnQuote[]): void {
    if (quotes.length === 0) return;
    this.show(quotes);
    this.options.presses.pressAll(this.wanted(quotes));
  }

  private show(quotes: readonly OwnQuote[]): void {
    const before = this.isOver() ? [] : this.shown.get();
    const known = new Set(before.map(key));
    this.shown.set([...before, ...quotes.filter((quote) => !known.has(key(quote)))]);
  }

  private wanted(quotes: readonly OwnQuote[]): NewPress[] {
    return quotes.map((quote) => ({
      body: withdrawalOf(quote),
      shown: withdrawalInWords(quote, this.options.formatters),
    }));
  }

  /** The results have been read. What is still under way stays in the journal. */
  putAway(): void {
    const { presses } = this.options;
    const deleted = this.proposals.get().map((offer) => aboutOf(deletionOf(offer)));
    const shown = new Set([...this.shown.get().map(key), ...deleted]);
    for (const { id, about } of presses.all.get()) if (shown.has(about)) presses.dismiss(id);
    this.shown.set([]);
    this.proposals.set([]);
    this.forgetPress();
  }

  private forgetPress(): void {
    this.pressedAt = undefined;
    this.pressed.set(undefined);
  }

  private isOver(): boolean {
    const presses = this.options.presses.all.get();
    return this.shown
      .get()
      .every((quote) => presses.every((press) => press.about !== key(quote) || isOver(press)));
  }
}

const key = (quote: OwnQuote): string => aboutOf(withdrawalOf(quote));
