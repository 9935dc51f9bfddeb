import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { present } from '../../domain/present';
import type { ActionBody, BodyOf } from '../../domain/action';
import { lastSeenOf, priceSeen } from '../../domain/offers';
import { comparedPrice } from '../../domain/offer-price';
import { sameLastSeen } from '../../domain/price';
import { differenceInMoney } from '../../domain/limits/commitment';
import { comparedUnit } from '../../domain/limits/price-checks';
import type { Listing } from '../../domain/record';
import { mostOf, type Request } from '../../domain/request';
import type { Answer } from '../../domain/resources/resource';
import { unreadOn, unreadInWords, type Unread } from '../../domain/unread';
import { usePressAbout, useDisarmed, useHeldBack } from '../app/held-back';
import { JOURNAL, useAnswer, usePane } from '../app/hooks';
import { PressResult } from '../app/press-result';
import type { Press } from '../app/presses';
import {
  isTakeable,
  onlyTakeable,
  type Choosable,
  isProposal,
  type Choice,
  type Frozen,
} from '../../domain/choice';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import type { Formatters } from '../ui/formatters';
import { pressedInWords } from '../ui/text/action-text';
import { ESTIMATE } from '../ui/text/limit-text';
import { changeInWords, offerInWords, priceInShort } from '../ui/text/offer-text';
import { Chip } from '../ui/chip';
import { oppositeSide, ourDirection, takerActions } from '../../domain/role';
import { useNotCurrent } from './current';
import { lostPart, partsInWords, partToStartWith, prepared } from './acceptance';
import { isWhole, nounOf, partAllowed } from '../../domain/offer-rules';
import { type Choosing, isBetter, MovedOffer, WaysOn } from './choosing';
import type { Quantity } from '../../domain/quantity';
import { Age } from '../app/age';
import { labelAhead } from '../quoting/approval-ahead';
import { besideFields, type Finding } from '../quoting/pre-trade-check';
import { focusRoomTitle } from '../ui/focus';
import { SendButton } from '../app/send-button';
import { Scrolled } from '../ui/scrolled';
import { leftInWords, withUnit } from '../ui/text/request-text';
import { useApprovalAhead, useLimits, useLimitTicks } from './pre-trade-limits';
import { Foot } from '../ui/foot';
import { Checks, RestTick } from './send-bar';
import { moneyRows } from './money-rows';
import { MoneyTable } from './money-table';
import { isAtMost, sumsInWords, withSums } from './sums';
import { NumberField } from './ticket-fields';

type ListAnswer<O> = Pick<Answer, 'state' | 'fetchedAt'> & { readonly value?: Listing<O> };

interface AcceptingProps<O extends Choosable> {
  readonly kind: 'accept-quote' | 'accept-proposal';
  readonly request: Request;
  readonly answer: ListAnswer<O>;
  readonly choosing: Choosing<O>;
  /** What could be taken instead: the best of its side. */
  readonly best?: O | undefined;
}

/** The offer that was chosen, frozen, with the one button that takes it; then what became of that. */
export function Accepting<O extends Choosable>({ kind, request, answer, choosing, best }: AcceptingProps<O>) {
  const { client } = usePane();
  const notCurrent = useNotCurrent(answer);
  const { choice, choose, drop } = choosing;
  const { id } = request;
  const press = usePressAbout({ kind, requestId: id });
  const moved = press !== undefined && hasMoved(press);
  // What a person typed stays while the price moves, until nothing is chosen any more.
  const [part, setPart] = useState<string>();
  if (part !== undefined && choice.state === 'none') setPart(undefined);
  useEffect(() => {
    if (moved) client.refresh([{ kind: LISTS[kind], id }]);
  }, [client, moved, kind, id]);
  if (press) {
    const offers = answer.value?.records ?? [];
    return (
      <AcceptanceResult
        request={request}
        press={press}
        offers={offers}
        best={best}
        onChoose={(offer, { quantity }) => {
          choose(offer);
          setPart(quantity);
        }}
      />
    );
  }
  if (choice.state === 'none') return null;
  return (
    <AcceptancePanel
      request={request}
      choice={choice}
      best={best}
      bestOf={takeableOn(answer.value?.records ?? [], choice.frozen.offer.direction)}
      unread={unreadOn(answer.value?.unreadable ?? [], choice.frozen.offer.direction)}
      aging={notCurrent}
      part={part}
      onPart={setPart}
      onChoose={choose}
      onDrop={drop}
    />
  );
}

const takeableOn = (offers: readonly Choosable[], direction: Choosable['direction']): number =>
  offers.filter((offer) => isTakeable(offer) && offer.direction === direction).length;

/** "Best of 3 quotes"; of one alone that is no news. */
const bestInWords = (count: number, offer: Choosable): string =>
  count > 1 ? `Best of ${count} ${nounOf(offer)}s` : `The only ${nounOf(offer)}`;

const LISTS = { 'accept-quote': 'quotes', 'accept-proposal': 'proposals' } as const;

type Acceptance = BodyOf<'accept-quote'> | BodyOf<'accept-proposal'>;

/** What has become of an acceptance; a price that moved is shown old → new, and needs a new choice. */
function AcceptanceResult<O extends Choosable>({
  request,
  press,
  offers,
  best,
  onChoose,
}: {
  request: Request;
  press: Press;
  offers: readonly O[];
  best: O | undefined;
  onChoose: (offer: O, was: Acceptance) => void;
}) {
  const shared = useSharedStyles();
  const body = acceptanceIn(press.body);
  const now = body && hasMoved(press) ? movedTo(request, body, offers) : undefined;
  return (
    <section className={shared.card} aria-label="Acceptance">
      <h3 className={shared.title}>Your acceptance</h3>
      {body && now ? (
        <PriceMoved
          request={request}
          press={press}
          body={body}
          now={now}
          best={best}
          onChoose={(offer) => onChoose(offer, body)}
        />
      ) : (
        <PressResult press={press} again="Close" />
      )}
    </section>
  );
}

/** A price proposal that moved is another one, so that the old one is not found. */
const hasMoved = ({ body, failure }: Pick<Press, 'body' | 'failure'>): boolean =>
  failure?.kind === 'price-moved' || (failure?.kind === 'not-found' && body.kind === 'accept-proposal');

const acceptanceIn = (body: ActionBody): Acceptance | undefined => ('lastSeen' in body ? body : undefined);

/** In one sentence why nothing was traded, from which price to which, and the way to the best one now and to the new one. */
function PriceMoved<O extends Choosable>({
  request,
  press,
  body,
  now,
  best,
  onChoose,
}: {
  request: Request;
  press: Press;
  body: Acceptance;
  now: O;
  best: O | undefined;
  onChoose: (offer: O) => void;
}) {
  const { client, formatters, presses } = usePane();
  const shared = useSharedStyles();
  const place = useRef<HTMLElement>(null);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const moved = movedFrom(request, body, now, formatters);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  if (!moved) {
    return (
      <>
        <PressResult press={press} again="Close" />
        <Note>The new price is being fetched.</Note>
      </>
    );
  }
  const kept = journal.find(({ id }) => id === press.id);
  // What the journal does not tell is not called unsent.
  const isSent = press.state === 'rejected' && (kept === undefined || kept.sentAt !== undefined);
  const { what, was, is } = moved;
  return (
    <section ref={place} tabIndex={-1} className={shared.section} aria-label="Price moved">
      <Note tone="warning" live>
        <strong>
          {isSent ? 'Rejected' : 'Not sent'}: the {what} from {was} to {is}.
        </strong>
        {isSent && ' Nothing was traded.'}
      </Note>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        {pressedInWords(press)} · <Age at={press.pressedAt} /> ago
      </p>
      <WaysOn request={request} now={now} is={is} best={best} onChoose={onChoose}>
        <Button onClick={() => presses.dismiss(press.id)}>Close</Button>
      </WaysOn>
    </section>
  );
}

/** What an offer was when it was pressed and is now; `undefined` while nothing else is known of it. */
function movedFrom(
  request: Request,
  body: Acceptance,
  now: Choosable,
  formatters: Formatters,
): { readonly what: string; readonly was: string; readonly is: string } | undefined {
  const { shownQuantity, shownAllOrNone } = body;
  const whole = isWhole(request, now);
  const sameQuantity = shownQuantity === undefined || shownQuantity === now.quantity;
  const sameTerms = sameQuantity && (shownAllOrNone === undefined || shownAllOrNone === whole);
  const samePrice = sameLastSeen(body.lastSeen, lastSeenOf(now.price));
  if (idIn(body) === now.id && sameTerms && samePrice) return undefined;
  const saying = { request, formatters };
  if (idIn(body) === now.id && sameTerms) {
    const [was, is] = [priceSeen(body.lastSeen), now.price].map((price) => priceInShort(price, saying));
    if (was !== undefined && is !== undefined && was !== is) return { what: 'price moved', was, is };
  }
  const before = {
    id: idIn(body),
    price: priceSeen(body.lastSeen),
    allOrNone: shownAllOrNone ?? whole,
    direction: now.direction,
    ...present({ quantity: shownQuantity }),
  };
  const [was, is] = changeInWords(before, { ...now, allOrNone: whole }, saying);
  return { what: samePrice ? 'terms changed' : 'price moved', was, is };
}

const idIn = (body: Acceptance): string => (body.kind === 'accept-quote' ? body.quoteId : body.proposalId);

function movedTo<O extends Choosable>(
  request: Request,
  body: Acceptance,
  offers: readonly O[],
): O | undefined {
  const same = offers.find(({ id, state }) => id === idIn(body) && (state ?? 'active') === 'active');
  if (same || body.kind === 'accept-quote') return same;
  return onlyTakeable(offers, oppositeSide(ourDirection(request)));
}

/** A press sooner than this after choosing belongs to the choosing. */
export const TOO_SOON_MS = 500;

interface PanelProps<O extends Choosable> {
  readonly request: Request;
  readonly choice: Exclude<Choice<O>, { state: 'none' }>;
  /** Other offers on its side that cannot be read: one may be better. */
  readonly unread: readonly Unread[];
  /** Why the prices on the screen cannot be relied on now. */
  readonly aging: string | undefined;
  /** What could be taken instead. */
  readonly best: O | undefined;
  /** How many can be taken on its side. */
  readonly bestOf: number;
  /** The quantity to accept as a person typed it, for this offer or for one that was chosen before it. */
  readonly part: string | undefined;
  readonly onPart: (part: string) => void;
  readonly onChoose: (offer: O) => void;
  readonly onDrop: () => void;
}

/** What would be traded, frozen as it was shown, and the one button that trades it. */
function AcceptancePanel<O extends Choosable>(props: PanelProps<O>) {
  const { request, choice, unread, aging, best, bestOf, part, onPart, onChoose, onDrop } = props;
  const shared = useSharedStyles();
  const panel = useRef<HTMLElement>(null);
  const styles = useStyles();
  const { frozen } = choice;
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current ??= document.activeElement;
    // The foot is in sight; nothing has to scroll.
    panel.current?.focus({ preventScroll: true });
  }, [frozen]);
  /** Back to the button that led here; that of the foot is there again only once this is away. */
  const cancel = (from: HTMLElement): void => {
    const room = from.closest('[data-room]');
    focusRoomTitle(from);
    flushSync(onDrop);
    const led = opener.current?.matches('button') && room?.contains(opener.current) ? opener.current : null;
    const back = led ?? room?.querySelector('[data-take]');
    if (back instanceof HTMLElement) back.focus();
  };
  const cancelButton = (
    <Button appearance="secondary" onClick={({ currentTarget }) => cancel(currentTarget)}>
      Cancel
    </Button>
  );
  const better =
    best && choice.state === 'frozen' && isBetter(request, best, frozen.offer) ? best : undefined;
  return (
    <Foot tall>
      <section
        ref={panel}
        tabIndex={-1}
        className={mergeClasses(shared.section, shared.plain, styles.sheet)}
        aria-label="Confirm acceptance"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          cancel(event.currentTarget);
        }}
      >
        <h3 className={shared.subtitle}>
          Accept this {isProposal(frozen.offer) ? 'firm price proposal' : 'quote'}?
        </h3>
        {choice.state === 'moved' ? (
          <>
            <MovedOffer request={request} choice={choice} best={best} onChoose={onChoose} />
            <div>{cancelButton}</div>
          </>
        ) : (
          <Offer
            key={frozen.frozenAt}
            request={request}
            frozen={frozen}
            unread={unread}
            aging={aging}
            typed={part}
            onPart={onPart}
            better={better}
            onChoose={onChoose}
            bestOf={best?.id === frozen.offer.id ? bestOf : undefined}
            cancelButton={cancelButton}
          />
        )}
      </section>
    </Foot>
  );
}

function Offer<O extends Choosable>({
  request,
  frozen,
  unread,
  aging,
  typed,
  onPart,
  better,
  onChoose,
  bestOf,
  cancelButton,
}: {
  request: Request;
  frozen: Frozen;
  unread: readonly Unread[];
  aging: string | undefined;
  typed: string | undefined;
  onPart: (part: string) => void;
  /** What could be taken instead at a better price. */
  better: O | undefined;
  onChoose: (offer: O) => void;
  bestOf: number | undefined;
  cancelButton: ReactNode;
}) {
  const { formatters, presses, client, notice } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const part = typed ?? partToStartWith(request, frozen);
  const heldBack = useHeldBack(request.id);
  const disarmed = useDisarmed();
  const ready = prepared(request, frozen, { part, formatters });
  const lost = ready.ok
    ? lostPart(request, frozen, { typed, quantity: ready.quantity, formatters })
    : undefined;
  const ahead = useApprovalAhead(request, ready.ok ? ready.body : undefined);
  const limits = useLimits(request);
  // It has no price fields: what is said of a leg is said with the rest.
  const findings = ready.ok ? besideFields(limits(ready.body), 0) : [];
  const limited = useLimitTicks(findings, part);
  const { ticks, onTick } = limited;
  const press = (): void => {
    if (!ready.ok) return;
    if (client.clock.now() - frozen.frozenAt < TOO_SOON_MS) {
      notice.set('Too soon after choosing: read it, then press again.');
      return;
    }
    const shown = withSums(
      `${ready.shown} (${request.id}, ${nounOf(frozen.offer)} ${frozen.offer.id})`,
      sumsInWords(
        request,
        {
          price: frozen.offer.price,
          quantity: ready.quantity,
          side: takerActions(request, frozen.offer.direction)[0],
        },
        formatters,
      ),
    );
    presses.press(ready.body, shown, limited.accepted);
  };
  return (
    <>
      <p className={mergeClasses(shared.text, shared.title)}>{ready.ok ? `${ready.shown}.` : ready.why}</p>
      {partAllowed(request, frozen.offer) && (
        <PartField
          request={request}
          frozen={frozen}
          text={part}
          why={ready.ok ? undefined : ready.why}
          onChange={onPart}
        />
      )}
      {ready.ok && (
        <div className={styles.terms}>
          <Scrolled label="All terms" isStop>
            <Terms request={request} frozen={frozen} quantity={ready.quantity} />
          </Scrolled>
        </div>
      )}
      {/* Whatever warns stands with the button, so that none of it is out of sight while that can be pressed. */}
      {lost !== undefined && <Note tone="warning">{lost}</Note>}
      {unread.length > 0 && (
        <Note tone="warning">
          {unreadInWords(unread, nounOf(frozen.offer))}, so it is not known whether this is the best.
        </Note>
      )}
      <Checks
        findings={findings}
        ticks={ticks}
        onTick={onTick}
        sums={
          ready.ok
            ? sumsInWords(
                request,
                {
                  price: netted(frozen.offer.price),
                  quantity: ready.quantity,
                  side: takerActions(request, frozen.offer.direction)[0],
                },
                formatters,
              )
            : undefined
        }
        tell={({ worse }) =>
          worse &&
          better &&
          ready.ok && (
            <WorseThanBest
              key="worse"
              request={request}
              offers={[frozen.offer, better]}
              worse={worse}
              quantity={ready.quantity}
            />
          )
        }
      >
        {bestOf !== undefined && unread.length === 0 && aging === undefined && (
          <Chip tone="good">{bestInWords(bestOf, frozen.offer)}</Chip>
        )}
      </Checks>
      {better && (
        <Button appearance="primary" className={styles.instead} onClick={() => onChoose(better)}>
          Look at the best instead: {offerInWords(better, { request, formatters })}
        </Button>
      )}
      {ahead !== undefined && <Note tone="warning">{ahead}</Note>}
      <div className={styles.buttons}>
        {ticks && ticks.rest.length > 0 && (
          <div className={styles.tick}>
            <RestTick ticks={ticks} onTick={onTick} />
          </div>
        )}
        <SendButton
          primary={better === undefined}
          label={labelAhead(
            ready.ok ? acceptInWords(request, frozen, ready.quantity, formatters) : 'Accept',
            ahead,
          )}
          why={aging ?? heldBack ?? (ready.ok ? (limited.why ?? disarmed) : ready.why)}
          onPress={press}
        />
        {cancelButton}
      </div>
    </>
  );
}

/** Of one price the money stands in the terms above; of several legs they have it leg by leg, and their sum stands here. */
const netted = (price: Choosable['price']): Choosable['price'] | undefined =>
  price.shape === 'per-leg' ? price : undefined;

/** "Accept 6 MW at 70.86" */
const acceptInWords = (
  request: Request,
  { offer }: Frozen,
  quantity: Quantity,
  formatters: Formatters,
): string =>
  `Accept ${withUnit(formatters.quantity(quantity), request.legs[0]?.quantityUnit)} at ${priceInShort(offer.price, { request, formatters })}`;

/** What an acceptance loses against the best one that could be taken instead: both prices, and what lies between them in price and in money. */
function WorseThanBest({
  request,
  offers: [chosen, best],
  worse: { by, than },
  quantity,
}: {
  request: Request;
  offers: readonly [chosen: Choosable, best: Choosable];
  worse: NonNullable<Finding['worse']>;
  quantity: Quantity;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const [leg] = request.legs;
  const price = comparedPrice(chosen.price, request);
  const lost = differenceInMoney(request.legs, by, quantity);
  const size = best.quantity && withUnit(formatters.quantity(best.quantity), leg?.quantityUnit);
  const named = (what: string, ...facts: (string | undefined)[]): string =>
    [what, ...facts].filter(Boolean).join(', ');
  return (
    <Note tone="bad">
      <dl className={mergeClasses(styles.figures, shared.digits)}>
        <dt>{named(`This ${nounOf(chosen)}`, chosen.counterparty)}</dt>
        <dd>{price && formatters.price(price)}</dd>
        <dt>{named(than.name.replace(/^the/, 'The'), than.counterparty, size)}</dt>
        <dd>{formatters.price(than.price)}</dd>
        <dt>Worse by</dt>
        <dd className={shared.strong}>{withUnit(formatters.price(by), comparedUnit(request))}</dd>
        {lost && (
          <>
            <dt>{lost.total === undefined ? `Each ${lost.rate?.per}` : 'Over the whole quantity'}</dt>
            <dd className={shared.strong}>
              {lost.hours?.isAtMost === true && 'at most '}
              {lost.total === undefined
                ? formatters.money(lost.rate?.amount ?? '')
                : formatters.whole(lost.total)}{' '}
              {lost.currency}
            </dd>
          </>
        )}
      </dl>
    </Note>
  );
}

const useStyles = makeStyles({
  /** As high as its foot may be: of what it says the terms scroll, and nothing else while there is room for that. */
  sheet: { minHeight: 0, flexShrink: 1, '& > *': { flexShrink: 0 } },
  terms: { display: 'flex', flexDirection: 'column', flexShrink: 1, minHeight: '34px' },
  figures: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '8px',
    margin: 0,
    '& dd': { margin: 0, textAlign: 'right' },
  },
  instead: { alignSelf: 'stretch' },
  buttons: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: '8px',
  },
  /** In sight with the button that waits for it, however much stands above. */
  tick: { gridColumn: '1 / -1' },
});

function Terms({ request, frozen, quantity }: { request: Request; frozen: Frozen; quantity: Quantity }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const { offer, frozenAt } = frozen;
  const left = leftInWords(request, formatters);
  const rows = moneyRows(request, offer.price, {
    quantity,
    sides: takerActions(request, offer.direction),
    formatters,
  });
  return (
    // Scrolled together, which looks at the height of its one child.
    <div>
      <MoneyTable rows={rows} />
      <ul className={mergeClasses(shared.list, shared.small)} aria-label="Terms">
        {rows.some(({ name }) => name === 'Net by leg 1') && <li>Net by leg 1 is {ESTIMATE}.</li>}
        {request.legs.some(isAtMost) && (
          <li>At most: every hour is counted, as the load profile is not known.</li>
        )}
        {left !== undefined && (
          <li>
            <strong>{left}</strong> of the request.
          </li>
        )}
        <li>{partsInWords(request, offer)}</li>
        <li className={shared.muted}>
          Price frozen as you chose it at {formatters.time(frozenAt)}, <Age at={frozenAt} /> ago; anything
          else is refused.
        </li>
      </ul>
    </div>
  );
}

const LABEL = 'Quantity to accept';

/** How much of an offer to take, where parts are possible. */
function PartField({
  request,
  frozen,
  text,
  why,
  onChange,
}: {
  request: Request;
  frozen: Frozen;
  text: string;
  why: string | undefined;
  onChange: (text: string) => void;
}) {
  const { formatters } = usePane();
  const unit = request.legs[0]?.quantityUnit;
  const most = mostOf(request, frozen.offer);
  return (
    <NumberField
      label={most === undefined ? LABEL : `${LABEL} (max ${withUnit(formatters.quantity(most), unit)})`}
      unit={unit}
      text={text}
      read={undefined}
      findings={why === undefined ? [] : [{ level: 'block', field: 'quantity', code: 'part', text: why }]}
      onChange={onChange}
    />
  );
}
