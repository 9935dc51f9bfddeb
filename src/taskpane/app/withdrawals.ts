import type { GatewayClient } from '../../client/client';
import type { Action, ActionBody, BodyOf } from '../../domain/action';
import { aboutOf } from '../../domain/actions/about';
import { sentence, type Failure } from '../../domain/failure';
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

const NOT_KNOWN = 'Live quotes are not loaded. The desk withdraws all it knows of.';
const NONE =
  'No live quote of this desk is known. What has not left is cancelled. Quotes of the web client stay live.';

/** A press of "Withdraw all". */
export interface MassPress {
  readonly id: ActionId;
  /** Epoch ms. */
  readonly at: number;
  /** Number of the last one that was known then. */
  readonly last: number;
  /** That no answer comes, so that it may have done nothing. Absent while one may still come. */
  readonly lost?: boolean;
}

/** Taking back many quotes by one press. It goes whether or not the desk is armed: it only takes risk away. */
export class Withdrawals {
  /** The quotes whose results are shown, in the order in which they were pressed. */
  readonly shown = new Observable<readonly OwnQuote[]>([]);
  /** Firm price proposals whose deletion is shown. */
  readonly proposals = new Observable<readonly OwnOffer[]>([]);
  /** Whether withdrawing all deletes firm price proposals as well. */
  readonly withProposals = new Observable(true);
  /** The press of "Withdraw all" whose consequences are shown. */
  readonly pressed = new Observable<MassPress | undefined>(undefined);
  /** One without an answer, for as long as no later one was answered and nobody has read it. */
  private lost: MassPress | undefined;
  private readonly mine = new Set<ActionId>();
  private own: readonly OwnQuote[] | undefined;
  private offers: readonly OwnOffer[] = [];

  /** `stopBatch`: what waits to be sent is sent no more. */
  constructor(
    private readonly options: {
      readonly client: Pick<GatewayClient, 'newActionId' | 'clock'>;
      readonly presses: Presses;
      readonly formatters: Formatters;
      readonly stopBatch: () => void;
      readonly notice: Observable<string>;
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
   * Withdraws every live quote of the desk, and nothing that was pressed before, in whichever workbook, goes live after it. The
   * notice is empty when the results speak.
   */
  all(): void {
    const { presses, client, notice } = this.options;
    this.options.stopBatch();
    const live = this.live();
    const id = client.newActionId();
    this.mine.add(id);
    const proposals = this.withProposals.get();
    const firm = proposals ? this.firm() : [];
    this.show(live);
    this.proposals.set(firm);
    const press = { id, at: client.clock.now(), last: presses.massWithdrawal };
    this.pressed.set(press);
    const wanted = [...this.wanted(live), ...this.deletions(firm)];
    const none = live.length + firm.length === 0 ? NONE : '';
    const said = this.own ? none : NOT_KNOWN;
    notice.set(said);
    void presses.withdrawAll(id, wanted, { proposals }).then((failure) => this.heard(press, said, failure));
  }

  private heard(press: MassPress, said: string, failure: Failure | undefined): void {
    const { notice } = this.options;
    // The platform is another one.
    if (!this.mine.has(press.id)) return;
    const isLost = failure?.kind === 'unknown-outcome';
    // One that was answered took in what an older one may have missed; one that was refused did not.
    if (!failure || isLost) this.lost = failure && { ...press, lost: true };
    const shown = this.pressed.get();
    // A lost one is shown also where its results were put away.
    if (!shown || shown.id === press.id)
      this.pressed.set(failure ? this.lost : shown && { ...press, lost: false });
    if (isLost) {
      // What was said at the press need not be true.
      if (notice.get() === said) notice.set('');
    } else if (failure) {
      // Before anything left: nobody is let in here, or the desk is signed out.
      const what =
        failure.kind === 'signed-out'
          ? 'Nothing was withdrawn.'
          : 'It is not known whether all is withdrawn.';
      notice.set(`${what} ${sentence(failure)}`);
    }
  }

  /** None where it is not known. */
  private live(): OwnQuote[] {
    return stillLive(this.own ?? [], this.options.presses.all.get(), this.options.taken());
  }

  /** What is told where somebody wanted all off by a press that takes none; empty where nothing is surely live. */
  stillLiveInWords(): string {
    const count = this.live().filter(({ doubtful }) => !doubtful).length + this.firm().length;
    return count > 0 ? ` Still live: ${this.options.formatters.count(count)}. Press Withdraw all.` : '';
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
    // While a later one waits for its answer, nobody has read it.
    if (this.pressed.get()?.lost) this.lost = undefined;
    this.pressed.set(undefined);
  }

  /** The platform is another one. */
  forget(): void {
    this.putAway();
    this.mine.clear();
    this.lost = undefined;
  }

  private isOver(): boolean {
    const presses = this.options.presses.all.get();
    return this.shown
      .get()
      .every((quote) => presses.every((press) => press.about !== key(quote) || isOver(press)));
  }
}

const key = (quote: OwnQuote): string => aboutOf(withdrawalOf(quote));
