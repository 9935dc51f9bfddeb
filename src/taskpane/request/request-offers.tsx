import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Counteroffer, Proposal, ProposalKind, Quote } from '../../domain/offers';
import { present } from '../../domain/present';
import { mostOf, type Request } from '../../domain/request';
import { unreadOn } from '../../domain/unread';
import { usePressAbout } from '../app/held-back';
import { JOURNAL, useAnswer, usePane, useWatched } from '../app/hooks';
import { Only } from '../app/only';
import { NEVER_WITHDRAWN, proposalInWords } from '../quoting/purpose';
import { kindsFor, unacceptable, type OfferKind } from '../../domain/offer-rules';
import { Note } from '../ui/note';
import { roleOf } from '../../domain/role';
import { agingInWords } from '../ui/text/status-text';
import { Accepting } from './accepting';
import { AnswerSection, type ListAnswer, OfferList } from './offer-list';
import { useNotCurrent } from './current';
import { useChoice } from './choosing';
import { liveThenNewest, ownOffers, quoteRows, unprovenOf, type OfferRow, type Offers } from './offer-rows';
import { RequestQuotes } from './request-quotes';
import { SinceOpened } from './since-opened';
import { Tickets } from './tickets';
import { Button, makeStyles, mergeClasses, tokens, useId } from '@fluentui/react-components';
import { mayFollow } from '../app/presses';
import { PressResult } from '../app/press-result';
import { Chip } from '../ui/chip';
import { priceInShort } from '../ui/text/offer-text';
import { withUnit } from '../ui/text/request-text';
import { PricePicture } from './price-picture';
import { Foot } from '../ui/foot';
import { Sums } from './send-bar';
import { sumsInWords } from './sums';
import { isLive } from '../../domain/choice';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import type { GatewayClient } from '../../client/client';

interface Standing {
  readonly price: string;
  /** Epoch ms. */
  readonly since: number | undefined;
  readonly createdAt: number | undefined;
}

/** So many quotes are remembered, the newest seen ones. */
const QUOTES_MAX = 2000;

const known = new WeakMap<GatewayClient, Map<string, Standing>>();

/**
 * Since when a quote stands at its price, as far as this pane has seen it: a quote that moves keeps its number and its moment of creation. One
 * that was never seen at another price stands since it was made. `readAt`: when it was read, epoch ms.
 */
function priceSince(client: GatewayClient, quote: Quote, readAt: number | undefined): number | undefined {
  const seen = known.get(client) ?? new Map<string, Standing>();
  known.set(client, seen);
  const price = JSON.stringify(quote.price);
  const { createdAt } = quote;
  const was = seen.get(quote.id);
  // Another platform may give the same number.
  const isSame = was !== undefined && was.createdAt === createdAt;
  if (isSame && was.price === price) return was.since;
  const since = isSame ? readAt : createdAt;
  seen.delete(quote.id);
  seen.set(quote.id, { price, since, createdAt });
  const [oldest] = seen.keys();
  if (oldest !== undefined && seen.size > QUOTES_MAX) seen.delete(oldest);
  return since;
}

const useColumns = makeStyles({
  columns: {
    display: 'flex',
    flexDirection: 'column',
    gap: '10px',
    '@container (min-width: 500px)': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1.35fr) minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      alignItems: 'start',
      columnGap: '24px',
    },
  },
  /** Price and quantity stand beside each other. */
  quoting: { '@container (min-width: 500px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.25fr)' } },
  /** Lists without anything in them share a line. */
  offers: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    columnGap: '8px',
    '& > :not([data-empty])': { width: '100%' },
    '& > [data-empty]': { order: 1 },
  },
  /** On the right, beside the lists that come after it. */
  ticket: { '@container (min-width: 500px)': { gridColumn: 2, gridRow: 1 } },
  lists: { '@container (min-width: 500px)': { gridColumn: 1, gridRow: '1 / span 2' } },
  /** Below the ticket. */
  since: {
    padding: 0,
    ':empty': { display: 'none' },
    '@container (min-width: 500px)': { gridColumn: 2, gridRow: 2 },
  },
});

/** Everything that is on offer on a request, and what the desk can do about it: take, answer, offer, take back. */
export function RequestOffers({ request }: { request: Request }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useColumns();
  const offers = useOffers(request);
  const { quotes, proposals, counteroffers, known, own, unproven } = offers;
  const { takingQuote, takingProposal, answering } = useChoices(request, offers);
  const role = roleOf(request);
  const notCurrent = useNotCurrent(quotes);
  const [kind, setKind] = useState<OfferKind | undefined>(kindsFor(request).find((one) => one === 'quote'));
  const rows = quoteRows(request, known.quotes, own, quotes.value?.unreadable).map((row) => ({
    ...row,
    unproven: unproven.has(row.offer.id),
    ...present({ since: priceSince(client, row.offer, quotes.fetchedAt) }),
  }));
  const { place, lead, change } = useLead(request, () => setKind('quote'));
  const isAccepting = takingQuote.choice.state !== 'none' || takingProposal.choice.state !== 'none';
  const best = rows.find((row) => row.best && unacceptable(request, row.offer) === undefined)?.offer;
  const answer = (quote: Quote): void => {
    setKind('counteroffer');
    answering.choose(quote);
    lead();
  };
  const ticket = (
    <div ref={place} className={styles.ticket}>
      <Only permission="press">
        <Tickets
          request={request}
          quotes={known.quotes}
          own={own}
          proposals={allKnown(proposals)}
          aging={quotes.state === 'stale' ? agingInWords(quotes, formatters) : undefined}
          answering={answering}
          kind={kind}
          isCovered={isAccepting}
          onKind={(next) => {
            setKind(next);
            lead();
          }}
          onAnswer={answer}
        />
      </Only>
    </div>
  );
  return (
    <>
      {role === 'initiator' && (
        <Only permission="press" quiet>
          <Accepting
            kind="accept-quote"
            request={request}
            answer={quotes}
            choosing={takingQuote}
            best={best}
          />
        </Only>
      )}
      {role === 'recipient' && (
        <Only permission="press" quiet>
          <Accepting kind="accept-proposal" request={request} answer={proposals} choosing={takingProposal} />
        </Only>
      )}
      {role === 'unknown' && <Note>{NO_ROLE}</Note>}
      <div className={mergeClasses(styles.columns, role === 'recipient' && styles.quoting)}>
        {/* Whoever was asked comes to quote; whoever asked, to look. */}
        {role === 'recipient' && ticket}
        <div className={mergeClasses(shared.section, styles.offers, styles.lists)}>
          <RequestQuotes
            request={request}
            answer={quotes}
            rows={rows}
            notCurrent={notCurrent}
            onTake={takingQuote.choose}
            onChange={kindsFor(request).includes('quote') ? change : undefined}
            onAnswer={answer}
          />
          <RequestProposals
            request={request}
            answer={proposals}
            rows={liveThenNewest(request, known.proposals, own)}
            onTake={takingProposal.choose}
          />
          <RequestCounteroffers
            request={request}
            answer={counteroffers}
            rows={liveThenNewest(request, known.counteroffers, own)}
          />
        </div>
        {role !== 'recipient' && ticket}
        <div className={mergeClasses(shared.room, styles.since)}>
          {/* It grows with the price: below whatever takes one. */}
          <PricePicture
            request={request}
            known={known}
            readAt={quotes.fetchedAt ?? proposals.fetchedAt}
            isOld={notCurrent !== undefined}
          />
          <SinceOpened request={request} />
        </div>
      </div>
      {role === 'initiator' && kind === undefined && !isAccepting && best && (
        <Only permission="press" quiet>
          <TakeBest
            request={request}
            best={best}
            of={rows.filter(({ offer }) => isLive(offer) && offer.direction === best.direction).length}
            notCurrent={notCurrent}
            onTake={takingQuote.choose}
          />
        </Only>
      )}
    </>
  );
}

/**
 * Leads to the ticket and into its first price field, as much of it in sight as has room. `change`: from the desk's own live quote, for which what
 * became of the last quote is put away.
 */
function useLead(request: Request, show: () => void) {
  const { presses, replacements } = usePane();
  const pressed = usePressAbout({ kind: 'send-quote', requestId: request.id });
  const place = useRef<HTMLDivElement>(null);
  const [led, setLed] = useState(0);
  useEffect(() => {
    if (led === 0) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    focusPrice(place.current);
  }, [led]);
  useEffect(() => focusFirstEmpty(place.current), []);
  // By "New quote", from which the focus went to the title, the form comes back.
  const isAnswered =
    useWatched(replacements.all).some(({ requestId }) => requestId === request.id) || pressed !== undefined;
  const wasAnswered = useRef(isAnswered);
  useEffect(() => {
    if (wasAnswered.current && !isAnswered && isAtTitle(place.current)) focusPrice(place.current);
    wasAnswered.current = isAnswered;
  }, [isAnswered]);
  const lead = (): void => setLed((before) => before + 1);
  const change = (): void => {
    if (pressed) presses.dismiss(pressed.id);
    replacements.dismiss(request.id);
    show();
    lead();
  };
  return { place, lead, change };
}

/** Into the first price field; what is typed takes the place of the price that stands there. */
function focusPrice(ticket: HTMLElement | null): void {
  const price = ticket?.querySelector<HTMLInputElement>('input[inputmode="decimal"]');
  price?.focus();
  price?.select();
}

/** Whether the focus is on the title of the room that the ticket is in. */
function isAtTitle(ticket: HTMLElement | null): boolean {
  const { activeElement: at } = document;
  return at?.matches('[data-home]') === true && ticket?.closest('[data-room]')?.contains(at) === true;
}

/** Whoever opens a request to quote comes to type a price: from its title, where the focus is as it opens, and nowhere else from. */
function focusFirstEmpty(ticket: HTMLElement | null): void {
  if (!ticket || !isAtTitle(ticket)) return;
  const fields = ticket.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]:not([readonly])');
  [...fields].find(({ value }) => value === '')?.focus();
}

/** The best quote of the desk's own request, ready to be looked at and accepted. */
function TakeBest({
  request,
  best,
  of,
  notCurrent,
  onTake,
}: {
  request: Request;
  best: Quote;
  of: number;
  /** Why it cannot be accepted now. */
  notCurrent: string | undefined;
  onTake: (quote: Quote) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const reason = useId();
  const accepting = usePressAbout({ kind: 'accept-quote', requestId: request.id });
  const quantity = mostOf(request, best);
  if (accepting || quantity === undefined || quantity === '0') return null;
  const unit = request.legs[0]?.quantityUnit;
  const price = priceInShort(best.price, { request, formatters });
  return (
    <Foot>
      <div className={mergeClasses(shared.spread, shared.small, shared.digits)}>
        {notCurrent === undefined ? (
          <Chip tone="good">{of === 1 ? 'Only quote' : `Best of ${of}`}</Chip>
        ) : (
          <Chip>
            <span className={shared.old}>Last known best</span>
          </Chip>
        )}
        <Sums>{sumsInWords(request, { price: best.price, quantity }, formatters) ?? ''}</Sums>
      </div>
      {/* Above the button, which stands still when it comes and goes. */}
      {notCurrent !== undefined && (
        <p id={reason} className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {notCurrent}
        </p>
      )}
      <Button
        appearance="primary"
        disabledFocusable={notCurrent !== undefined}
        aria-describedby={notCurrent === undefined ? undefined : reason}
        data-take
        onClick={() => onTake(best)}
      >
        Accept {withUnit(formatters.quantity(quantity), unit)} at {price}…
      </Button>
    </Foot>
  );
}

/** Every one as it is now; `undefined` where one more may be live that cannot be read. */
const allKnown = <T,>({ state, value }: ListAnswer<T>): readonly T[] | undefined =>
  state === 'stale' || unreadOn(value?.unreadable ?? []).length > 0 ? undefined : value?.records;

const NO_ROLE =
  'The platform does not say whether you asked or were asked, so you cannot accept or quote here. Use the platform’s own web client.';

const NOT_ACCEPTED_HERE =
  'Firm; only those who were asked can accept it. On your own request you accept quotes.';

/** What the initiator answered to single quotes. */
function RequestCounteroffers({
  request,
  answer,
  rows,
}: {
  request: Request;
  answer: ListAnswer<Counteroffer>;
  rows: readonly OfferRow<Counteroffer>[];
}) {
  const shared = useSharedStyles();
  return (
    <AnswerSection
      label="Counteroffers"
      title="Counteroffers, newest first"
      requestId={request.id}
      answer={answer}
      none="No counteroffers"
    >
      {rows.length > 0 && (
        <OfferList
          label="Counteroffers"
          request={request}
          rows={rows}
          ending={({ offer }) => ({
            fact: offer.quoteId === undefined ? undefined : `answers ${offer.quoteId}`,
            button: null,
          })}
        />
      )}
      {roleOf(request) === 'initiator' && rows.some(({ offer }) => isLive(offer)) && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>{NEVER_WITHDRAWN}</p>
      )}
    </AnswerSection>
  );
}

/** The three lists of a request as they were answered last, and which of the offers in them are the desk's own. */
function useOffers(request: Request) {
  const { attention, client } = usePane();
  const { id } = request;
  const resources = useMemo(
    () =>
      ({
        quotes: { kind: 'quotes', id },
        proposals: { kind: 'proposals', id },
        counteroffers: { kind: 'counteroffers', id },
      }) as const,
    [id],
  );
  const quotes = useAnswer(client, resources.quotes);
  const proposals = useAnswer(client, resources.proposals);
  const counteroffers = useAnswer(client, resources.counteroffers);
  // Empty ones too: whoever waits for a proposal would never see the first one come.
  useEffect(() => attention.turnTo(Object.values(resources)), [attention, resources]);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const known: Offers = {
    quotes: quotes.value?.records ?? [],
    proposals: proposals.value?.records ?? [],
    counteroffers: counteroffers.value?.records ?? [],
  };
  const own = ownOffers(request, known, journal);
  return { quotes, proposals, counteroffers, known, own, unproven: unprovenOf(own, request, journal) };
}

/** What is chosen to be taken or answered, each until the press that sends it; a new choice puts away what came to nothing. */
function useChoices({ id }: Request, { quotes, proposals }: ReturnType<typeof useOffers>) {
  const quoteTaken = usePressAbout({ kind: 'accept-quote', requestId: id });
  const proposalTaken = usePressAbout({ kind: 'accept-proposal', requestId: id });
  const answered = usePressAbout({ kind: 'send-counteroffer', requestId: id });
  return {
    takingQuote: useChoice(quotes.value?.records, quoteTaken),
    takingProposal: useChoice(proposals.value?.records, proposalTaken),
    answering: useChoice(quotes.value?.records, answered),
  };
}

const useStyles = makeStyles({
  mark: {
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  firm: {
    border: `2px solid ${tokens.colorNeutralForeground1}`,
    fontWeight: tokens.fontWeightBold,
    textTransform: 'uppercase',
  },
  indicative: { border: `1px dashed ${tokens.colorNeutralForeground3}`, fontStyle: 'italic' },
});

/** The price proposals of a request. A firm one can be taken where the desk was asked; an indicative one only informs. */
function RequestProposals({
  request,
  answer,
  rows,
  onTake,
}: {
  request: Request;
  answer: ListAnswer<Proposal>;
  rows: readonly OfferRow<Proposal>[];
  onTake: (proposal: Proposal) => void;
}) {
  const shared = useSharedStyles();
  const notCurrent = useNotCurrent(answer);
  const { value, failure } = answer;
  const live = value?.records.filter(isLive);
  const isUnread = failure !== undefined && failure.kind !== 'unsupported';
  const ends = new Map(
    rows.map(({ offer, own }) => [offer.id, takingOf(request, { proposal: offer, own, notCurrent, onTake })]),
  );
  // What holds for several is said once.
  const whys = new Set([...ends.values()].flatMap(({ why }) => why ?? []));
  // One that cannot be read may be live, and is deleted with the others.
  const isCounted = unreadOn(value?.unreadable ?? []).length === 0;
  return (
    <AnswerSection
      label="Price proposals"
      title="Price proposals, newest first"
      requestId={request.id}
      answer={answer}
      none="No proposals"
    >
      {rows.length > 0 && (
        <OfferList
          label="Price proposals"
          request={request}
          rows={rows}
          isOld={notCurrent !== undefined}
          ending={({ offer }) => ({
            mark: <KindMark kind={offer.kind} />,
            informing: offer.kind === 'indicative',
            button: ends.get(offer.id)?.button,
          })}
        />
      )}
      {[...whys].map((why) => (
        <p key={why} className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {why}
        </p>
      ))}
      <DeleteProposals
        request={request}
        live={isCounted ? (live ?? (isUnread ? undefined : [])) : undefined}
        isOwn={rows.every(({ offer, own }) => own || !isLive(offer))}
        isSome={rows.some(({ offer, own }) => own && isLive(offer))}
      />
    </AnswerSection>
  );
}

/** Word and form, so that nobody has to see a colour. */
function KindMark({ kind }: { kind: ProposalKind }) {
  const styles = useStyles();
  return <span className={mergeClasses(styles.mark, styles[kind])}>{kind}</span>;
}

/** The button that takes a price proposal, or why there is none. */
function takingOf(
  request: Request,
  {
    proposal,
    own,
    ...taking
  }: { proposal: Proposal; own: boolean } & Omit<TakeProps, 'request' | 'proposal'>,
): { readonly button?: ReactNode; readonly why?: string } {
  if (own || !isLive(proposal) || request.state !== 'open') return {};
  if (roleOf(request) === 'initiator') return proposal.kind === 'firm' ? { why: NOT_ACCEPTED_HERE } : {};
  const why = roleOf(request) === 'recipient' ? unacceptable(request, proposal) : NO_ROLE;
  if (why !== undefined) return { why };
  return {
    button: (
      <Only permission="press" quiet>
        <TakeButton request={request} proposal={proposal} {...taking} />
      </Only>
    ),
  };
}

interface TakeProps {
  readonly request: Request;
  readonly proposal: Proposal;
  /** Why it cannot be accepted now. */
  readonly notCurrent: string | undefined;
  readonly onTake: (proposal: Proposal) => void;
}

function TakeButton({ request, proposal, notCurrent, onTake }: TakeProps) {
  const accepting = usePressAbout({ kind: 'accept-proposal', requestId: request.id });
  if (accepting && !mayFollow(accepting, request)) return null;
  return (
    <Button
      size="small"
      disabledFocusable={notCurrent !== undefined}
      title={notCurrent}
      onClick={() => onTake(proposal)}
      aria-label={`Accept ${proposal.id}`}
    >
      Accept…
    </Button>
  );
}

/**
 * Takes all price proposals of a request away. It waits for nothing else that hangs in the air on the request; where one is of
 * somebody else, or not known, it wants a second press.
 */
function DeleteProposals({
  request,
  live,
  isOwn,
  isSome,
}: {
  request: Request;
  /** Absent while they cannot be read: they can be deleted all the same. */
  live: readonly Proposal[] | undefined;
  /** All that are known are the desk's own. */
  isOwn: boolean;
  /** One that is known is the desk's own. */
  isSome: boolean;
}) {
  const { presses, formatters } = usePane();
  const shared = useSharedStyles();
  const body = { kind: 'delete-proposals', requestId: request.id } as const;
  const press = usePressAbout(body);
  const [asked, setAsked] = useState<string>();
  if (press) return <PressResult press={press} again="Close" />;
  if (live?.length === 0 || request.state !== 'open') return null;
  // None of them is the desk's: theirs are for them to take back.
  if (live && !isSome) return null;
  const what = countInWords(live);
  const each = live?.map((proposal) => proposalInWords(proposal, { request, formatters })) ?? [];
  const shown = [`Delete ${what} (${request.id})`, ...each].join('; ');
  const send = (): void => void presses.press(body, shown);
  if (isOwn && live) return <PressButton label={`Delete ${what}`} onPress={send} />;
  // What was asked about is what is deleted: another one that came meanwhile is asked about anew.
  if (asked !== shown) {
    return (
      <div>
        <Button size="small" onClick={() => setAsked(shown)}>
          Delete {what}…
        </Button>
      </div>
    );
  }
  return (
    <div className={shared.section} role="group" aria-label="Delete price proposals">
      <Note tone="warning" live>
        {live ? `Not all are yours: ${ownersInWords(live)}.` : 'Whose they are is not known.'} Delete {what}?
      </Note>
      <div className={shared.line}>
        <PressButton label={`Delete ${what}`} onPress={send} />
        <Button size="small" autoFocus onClick={() => setAsked(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

const ownersInWords = (live: readonly Proposal[]): string =>
  live.map(({ id, counterparty }) => `${id} of ${counterparty ?? 'no name given'}`).join(', ');

function countInWords(live: readonly Proposal[] | undefined): string {
  if (!live) return 'all price proposals, however many there are';
  const [only, ...others] = live;
  if (!only || others.length > 0) return `all ${live.length} price proposals`;
  const { counterparty, kind } = only;
  return counterparty === undefined ? 'the only price proposal' : `${counterparty}’s ${kind} proposal`;
}
