import { Button, Checkbox, mergeClasses, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useRef, type FocusEvent, type ReactNode, useEffect, useState } from 'react';
import { present } from '../../domain/present';
import type { ActionBody } from '../../domain/action';
import type { LiveQuote } from '../../domain/own-offers';
import type { Request } from '../../domain/request';
import { changedLegs } from '../../domain/verdict/changed-legs';
import { useDisarmed, useHeldBack } from '../app/held-back';
import { usePane, LIMITS, useAnswer } from '../app/hooks';
import { labelAhead } from '../quoting/approval-ahead';
import { deletingInWords, NEVER_WITHDRAWN, type Purpose } from '../quoting/purpose';
import { CHOOSE_KIND, ticketOf, type Draft, type Ticket } from '../quoting/ticket';
import { toggled } from '../quoting/ticks';
import { netSides, typedAs } from '../quoting/net-typing';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { ToggleGroup } from '../ui/toggle-group';
import { useSharedStyles } from '../ui/styles';
import { liveInWords } from '../ui/text/own-offer-text';
import { leftInWords, withUnit } from '../ui/text/request-text';
import { HEARD_CLOSED, useIsHeardClosed, useUnheardWords } from './current';
import { ownDealInWords } from './own-deal';
import { FETCHING, ReferenceLine, useApprovalAhead, useLimits, useReferences } from './pre-trade-limits';
import { PriceRange } from './price-range';
import { SendBar } from './send-bar';
import { sumsInWords, withSums } from './sums';
import { carryOutReplacement } from './replacement';
import { blocksIn, isWrong, type Finding, type FindingLevel } from '../quoting/pre-trade-check';
import { differs } from '../../domain/delivery/product-words';
import { readQuantity } from '../ui/parsed-input';
import { focusNextField, selectOnClick } from '../ui/focus';
import { legName, netUnit } from '../ui/text/offer-text';
import { knownNow, marketReference } from '../../domain/limits/references';
import { isPricedAsSwap } from '../../domain/offer-price';
import type { Answer } from '../../domain/resources/resource';
import { sideOf } from '../../domain/role';
import { useMarketOf, useSeen } from '../app/around-request';

/** So long the price of a ticket waits for what it could be held against; then it is one without a reference. */
export const REFERENCE_WAIT_MS = 5_000;

/**
 * Whether what the price of an offer could be held against is still on its way. Where no offer and no trade says one, the
 * platform's analytics are asked for: one call, and another once what it said is too old.
 */
function useReferenceComing(
  request: Request,
  kind: 'send-quote' | 'send-proposal' | 'send-counteroffer',
): boolean {
  const { client } = usePane();
  const resources = useMarketOf(request);
  const limits = useAnswer(client, LIMITS);
  const quotes = useAnswer(client, resources.quotes, 'aside');
  const proposals = useAnswer(client, resources.proposals, 'aside');
  const analytics = useAnswer(client, resources.analytics, 'aside');
  const isKnown = marketReference(kind, sideOf(request), useSeen(request)(kind)) !== undefined;
  const isListed = isAnswered(limits) && isAnswered(quotes) && isAnswered(proposals);
  const isAnalysed =
    // Which of a swap's prices theirs is nothing says.
    isPricedAsSwap(request) ||
    analytics.failure !== undefined ||
    knownNow(analytics, client.clock.now()) !== undefined;
  const isWanted = !isKnown && isListed && !isAnalysed;
  useEffect(
    () => (isWanted ? client.watch(resources.analytics, () => undefined) : undefined),
    [client, resources, isWanted],
  );
  const [isOver, setOver] = useState(false);
  useEffect(() => client.clock.after(REFERENCE_WAIT_MS, () => setOver(true)), [client]);
  return !isOver && !isKnown && !(isListed && isAnalysed);
}

const isAnswered = ({ value, failure }: Pick<Answer, 'value' | 'failure'>): boolean =>
  value !== undefined || failure !== undefined;

export interface TicketFieldsProps {
  readonly request: Request;
  readonly purpose: Purpose;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** What was typed is on its way. */
  readonly onSent: () => void;
  /** The desk's live quotes on the same side: a quote takes their place unless a person says otherwise. */
  readonly live?: readonly LiveQuote[];
  /** Why nothing may be sent, whatever is typed. */
  readonly why?: string | undefined;
  /** Something else is about to be sent: the foot of the room is taken. */
  readonly isCovered?: boolean;
  /** What has to be read before the button. */
  readonly children?: ReactNode;
}

const CHANGED = 'The request has changed since you typed.';

/** Direction, prices, quantity and terms of an offer, with the one button that sends it. */
export function TicketFields(props: TicketFieldsProps) {
  const { request, purpose, draft, onDraft, onSent, live = [], why, isCovered = false, children } = props;
  const { client, formatters, presses, replacements } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const heldBack = useHeldBack(request.id);
  const unheard = useUnheardWords();
  const disarmed = useDisarmed();
  const limits = useLimits(request);
  const levels = useAnswer(client, LIMITS).value?.limits.bestPrice;
  const isComing = useReferenceComing(request, `send-${purpose.kind}`);
  const [reference] = useReferences(request, `send-${purpose.kind}`);
  const made = ticketOf(request, draft, { purpose, formatters, limits, live });
  // That there is nothing to hold a price against is said, and ticked, once that is certain.
  const isFetching = isComing && made.findings.some(isUnreferenced);
  const findings = isFetching ? made.findings.filter((one) => !isUnreferenced(one)) : made.findings;
  const ticket = { ...made, findings };
  const { ready } = ticket;
  const ahead = useApprovalAhead(request, ticket.body);
  const blocks = blocksIn(findings);
  const missing = isFetching && blocks.count === 0 ? FETCHING : ticket.missing;
  const isHeardClosed = useIsHeardClosed(request);
  const change = changedLegs(draft.typedOn ?? [], request.legs);
  const notes = useId();
  const said = saidOfFields(request, ticket);
  const stopped = why ?? unheard ?? (isHeardClosed ? HEARD_CLOSED : (change && CHANGED) || heldBack);
  const lead = stopped === undefined ? leadFrom(missing, blocks) : undefined;
  const form = useRef<HTMLFormElement>(null);
  const left = leftInWords(request, formatters);
  const { side } = ownDealInWords(request, formatters);
  const deleted =
    purpose.kind === 'proposal' ? deletingInWords(purpose.replaced, { request, formatters }) : undefined;
  const send = (): void => {
    if (!ready) return;
    const { body, accepted, replaced } = ready;
    const shown = withSums(ready.shown, sumsOf(request, body, formatters));
    if (replaced.length === 0 || body.kind !== 'send-quote') presses.press(body, shown, accepted);
    else replacements.start({ request, replaced, send: { body, shown, accepted } }, carryOutReplacement);
    onSent();
  };
  return (
    <form
      ref={form}
      className={shared.section}
      data-sends={isCovered ? undefined : ''}
      onSubmit={(event) => event.preventDefault()}
    >
      <p className={mergeClasses(shared.text, shared.small)}>
        <strong>{side}</strong> {ticket.direction === 'bid' ? 'if hit (bid)' : 'if lifted (ask)'}.
        {left !== undefined && <strong> {left}.</strong>}
      </p>
      {change !== undefined && (
        <div className={shared.section} role="alert">
          <p className={mergeClasses(shared.text, shared.small, shared.strong)}>
            {CHANGED} {`${change.charAt(0).toUpperCase()}${change.slice(1)}.`}
          </p>
          <div>
            <Button size="small" onClick={() => onDraft({ ...draft, typedOn: request.legs })}>
              Keep what I typed
            </Button>
          </div>
        </div>
      )}
      {purpose.kind === 'proposal' && (
        <div className={shared.section} data-kind>
          {draft.proposalKind === undefined && (
            <p className={mergeClasses(shared.text, shared.small, shared.strong)}>
              Firm or indicative? Nothing is sent until you choose.
            </p>
          )}
          <ToggleGroup
            label="Firm or indicative"
            options={KINDS}
            value={draft.proposalKind}
            onChange={(proposalKind) => onDraft({ ...draft, proposalKind })}
          />
        </div>
      )}
      <LiveChoice
        request={request}
        live={live}
        isBeside={draft.beside === true}
        waits={ahead !== undefined}
        onBeside={(isBeside) => onDraft(besideDraft(draft, isBeside))}
      />
      <NetChoice request={request} draft={draft} net={ticket.net} onDraft={onDraft} />
      <div className={styles.numbers}>
        <PriceFields request={request} draft={draft} onDraft={onDraft} ticket={ticket} notes={notes} />
        <NumberField
          label={quantityLabel(request)}
          unit={request.legs[0]?.quantityUnit}
          text={draft.quantity}
          read={quantityRead(draft.quantity, formatters)}
          findings={ticket.findings.filter(({ field }) => field === 'quantity')}
          isWrong={isWrong(ticket.findings, 'quantity')}
          notes={notes}
          isTall
          onChange={(quantity) => onDraft({ ...draft, quantity })}
        />
      </div>
      <div id={notes} role="status" className={styles.notes}>
        {said.map(({ level, text }) => (
          <p
            key={text}
            className={mergeClasses(
              shared.text,
              shared.small,
              level === 'block' ? styles.wrong : shared.muted,
            )}
          >
            {text}
          </p>
        ))}
      </div>
      <NetOfLegs request={request} draft={draft} net={ticket.net} />
      <ReferenceLine request={request} kind={`send-${purpose.kind}`} isComing={isComing} />
      <PriceRange request={request} reference={reference} levels={levels} mine={ticket.net} live={live} />
      <Tick
        label={request.allOrNone ? 'All or none (the request asks for it)' : 'All or none'}
        checked={draft.allOrNone}
        disabled={request.allOrNone === true}
        onTick={(allOrNone) => onDraft({ ...draft, allOrNone })}
      />
      {children}
      {!isCovered && (
        <SendBar
          findings={findings}
          ticks={blocks.count === 0 && !isFetching && ticket.body ? ticket.ticks : undefined}
          onTick={(which, on) => onDraft({ ...draft, tickedFor: toggled(ticket.ticks, which, on) })}
          // Also while a warning waits for its tick: what is at stake is what it is about.
          sums={ticket.body && sumsOf(request, ticket.body, formatters)}
          // Of several legs the sentence below says it.
          side={ticket.body && request.legs.length === 1 ? side : undefined}
          label={labelAhead(ticket.label, ahead)}
          why={stopped ?? missing ?? disarmed}
          onWhy={lead && (() => lead(form.current))}
          onPress={send}
        >
          {ticket.said !== undefined && request.legs.length > 1 && (
            <p className={mergeClasses(shared.text, shared.small, shared.muted, shared.digits)}>
              {ticket.said}.
            </p>
          )}
          {deleted !== undefined && (
            <p className={mergeClasses(shared.text, shared.small, shared.strong, shared.digits)}>{deleted}</p>
          )}
          {purpose.kind === 'counteroffer' && (
            <p className={mergeClasses(shared.text, shared.small)}>{NEVER_WITHDRAWN}</p>
          )}
          {ahead !== undefined && <Note tone="warning">{ahead}</Note>}
        </SendBar>
      )}
    </form>
  );
}

/** What the fields answer for, a line each below them: in a field's own column it would move the others. A warning with a tick is said there. */
function saidOfFields(
  request: Request,
  { findings, ticks }: Pick<Ticket, 'findings' | 'ticks'>,
): Pick<Finding, 'level' | 'text'>[] {
  const isOfSeveral = (field: Finding['field']): field is number =>
    typeof field === 'number' && request.legs.length > 1;
  const said = findings
    .filter((finding) => finding.field !== 'whole' && !ticks.own.includes(finding))
    .map((finding) => ({
      ...finding,
      text:
        isOfSeveral(finding.field) && !/\bleg \d/i.test(finding.text)
          ? `Leg ${finding.field + 1}: ${finding.text}`
          : finding.text,
    }));
  const isElsewhere = blocksIn(findings).marked && said.every(({ level }) => level !== 'block');
  return isElsewhere ? [...said, { level: 'block', text: 'Blocked: the checks below say why.' }] : said;
}

const isUnreferenced = ({ code, level }: Finding): boolean => code === 'no-reference' && level !== 'note';

/** "175,680" of what is typed as 175680. */
function quantityRead(text: string, formatters: Formatters): string | undefined {
  const read = readQuantity(text);
  return read.kind === 'number' ? formatters.quantity(read.value) : undefined;
}

/** Leads from why nothing can be sent to the field that it speaks of. */
function leadFrom(
  missing: string | undefined,
  { marked }: { readonly marked: boolean },
): ((form: HTMLFormElement | null) => void) | undefined {
  if (marked) return focusWrongField;
  if (missing !== CHOOSE_KIND) return undefined;
  return (form) => form?.querySelector<HTMLElement>('[data-kind] button')?.focus();
}

/** Leads to the first field of a form that is marked as wrong, and shows it. */
function focusWrongField(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLInputElement>('input[aria-invalid="true"]');
  // At the top: at the foot a room may have something that covers it.
  wrong?.closest('.fui-Field')?.scrollIntoView({ block: 'start' });
  wrong?.focus({ preventScroll: true });
}

const sumsOf = (request: Request, body: ActionBody, formatters: Formatters): string | undefined =>
  'price' in body && 'direction' in body
    ? sumsInWords(
        request,
        { price: body.price, quantity: body.quantity, side: body.direction === 'bid' ? 'buy' : 'sell' },
        formatters,
      )
    : undefined;

const KINDS = [
  { value: 'firm', label: 'Firm: can be accepted' },
  { value: 'indicative', label: 'Indicative: informs' },
] as const;

function Tick(props: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onTick: (checked: boolean) => void;
}) {
  const shared = useSharedStyles();
  const { label, checked, disabled = false, onTick } = props;
  return (
    <Checkbox
      label={<span className={shared.small}>{label}</span>}
      checked={checked}
      disabled={disabled}
      onChange={(_, change) => onTick(change.checked === true)}
    />
  );
}

const besideDraft = ({ beside: _, ...draft }: Draft, isBeside: boolean): Draft =>
  isBeside ? { ...draft, beside: true } : draft;

/** Legs of a swap have quantities of their own; an offer is counted in leg 1. */
function quantityLabel({ legs }: Request): string {
  return legs.every(({ quantity }) => quantity === legs[0]?.quantity) ? 'Quantity' : 'Quantity of leg 1';
}

/** A live quote of the desk on the same side: a new one takes its place, unless a person says that it is a second one. */
function LiveChoice({
  request,
  live,
  isBeside,
  waits,
  onBeside,
}: {
  request: Request;
  live: readonly LiveQuote[];
  isBeside: boolean;
  /** The new one has to be approved before. */
  waits: boolean;
  onBeside: (isBeside: boolean) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const [first] = live;
  if (!first) return null;
  const words = liveInWords(live, { unit: request.legs[0]?.quantityUnit, formatters });
  return (
    <div className={shared.section} role="group" aria-label="Your live quote">
      <ToggleGroup
        label="Replace or add"
        options={[
          { value: 'replace', label: `Replace my ${words}` },
          { value: 'beside', label: 'Add a second quote' },
        ]}
        value={isBeside ? 'beside' : 'replace'}
        onChange={(chosen) => onBeside(chosen === 'beside')}
      />
      {!isBeside && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {live.map(({ quoteId }) => quoteId).join(', ')}{' '}
          {waits
            ? `${live.length > 1 ? 'stay' : 'stays'} live until the new one is approved.`
            : `${live.length > 1 ? 'are' : 'is'} withdrawn first. The new one is sent only when that is done.`}
        </p>
      )}
    </div>
  );
}

/** One field per price that the shape needs. */
function PriceFields({
  request,
  draft,
  onDraft,
  ticket,
  notes,
}: {
  request: Request;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  ticket: Ticket;
  /** Where their findings are said. */
  notes: string;
}) {
  const { attention, formatters } = usePane();
  const styles = useStyles();
  const focused = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>): void => {
    // From the title a request that is being read as it opens leads here.
    const isOpening = relatedTarget instanceof Element && relatedTarget.matches('[data-home]');
    if (!isOpening && !currentTarget.contains(relatedTarget)) attention.readNow();
  };
  // Two legs that are no longer priced in one unit are typed each.
  const net = netSides(request) && draft.net;
  const unitOf = (index: number): string | undefined =>
    ticket.shape === 'standard-spread' ? netUnit(request) : request.legs[index]?.priceUnit;
  const shownPrice = (index: number): string | undefined => {
    const price = ticket.prices[index];
    return price?.kind === 'number' ? formatters.price(price.value) : undefined;
  };
  /** What stands in a field that cannot be typed into, and why. */
  const followed = (index: number): { text: string; follows: string } | undefined => {
    if (net && index !== net.leg)
      return { text: shownPrice(index) ?? '', follows: followsInWords(request, net.leg) };
    return draft.prices[index] === undefined
      ? { text: draft.prices.at(-1) ?? '', follows: `Follows leg ${index}` }
      : undefined;
  };
  return (
    <div className={styles.prices} onFocus={focused}>
      {net && (
        <div className={styles.whole}>
          <NumberField
            label="Net price"
            unit={netUnit(request)}
            text={net.text}
            read={ticket.net && formatters.price(ticket.net)}
            findings={ticket.findings.filter(({ field }) => field === 'net')}
            isWrong={isWrong(ticket.findings, 'net')}
            notes={notes}
            isLarge
            onChange={(text) => onDraft({ ...draft, net: { ...net, text } })}
          />
        </div>
      )}
      {ticket.prices.map((_, index) => {
        const read = shownPrice(index);
        return (
          <NumberField
            key={index}
            label={fieldLabel(request, ticket, index)}
            unit={unitOf(index)}
            text={draft.prices[index] ?? ''}
            read={read}
            findings={ticket.findings.filter(({ field }) => field === index)}
            isWrong={isWrong(ticket.findings, index)}
            notes={notes}
            isLarge
            {...followed(index)}
            onChange={(text) => onDraft({ ...draft, prices: draft.prices.with(index, text) })}
          />
        );
      })}
    </div>
  );
}

/** "Follows: leg 2 + net price": how the other leg comes about, by the rule of spreads. */
function followsInWords(request: Request, leg: 0 | 1): string {
  const [first, second] = netSides(request) ?? [];
  const net = 'net price';
  const rule = first === second ? `${net} − leg ${leg + 1}` : leg === 0 ? `leg 1 − ${net}` : `leg 2 + ${net}`;
  return `Follows: ${rule}`;
}

/** Whether a spread is typed leg by leg, or as its net price and one leg. */
function NetChoice({
  request,
  draft,
  net,
  onDraft,
}: {
  request: Request;
  draft: Draft;
  net: Ticket['net'];
  onDraft: (draft: Draft) => void;
}) {
  const { formatters } = usePane();
  if (!netSides(request)) return null;
  const names = request.legs.map((_, index) => legName(request.legs, index));
  const leg = (index: 0 | 1) => `Net and ${(differs(names) && names[index]) || `leg ${index + 1}`}`;
  return (
    <ToggleGroup
      label="Prices that you type"
      options={[
        { value: 'both', label: 'Both legs' },
        { value: '0', label: leg(0) },
        { value: '1', label: leg(1) },
      ]}
      value={draft.net ? (draft.net.leg === 0 ? '0' : '1') : 'both'}
      onChange={(way) =>
        onDraft(
          typedAs(request, draft, {
            leg: way === 'both' ? way : way === '0' ? 0 : 1,
            known: net,
            decimalSign: formatters.decimalSign,
          }),
        )
      }
    />
  );
}

/** What two prices that are typed leg by leg come to; its rule stands beside the legs. */
function NetOfLegs({ request, draft, net }: { request: Request; draft: Draft; net: Ticket['net'] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  if (!netSides(request) || draft.net) return null;
  return (
    <p className={mergeClasses(shared.text, shared.small, shared.digits)} role="status">
      Net price: {net === undefined ? '…' : withUnit(formatters.price(net), netUnit(request))}
    </p>
  );
}

function fieldLabel({ legs }: Request, { shape }: Ticket, index: number): string {
  if (shape === 'single') return 'Price';
  if (shape === 'standard-spread') return 'Net price';
  const name = legName(legs, index);
  return name === undefined ? `Price of leg ${index + 1}` : `Price of leg ${index + 1}, ${name}`;
}

const useStyles = makeStyles({
  /** Beside each other as far as each shows all of its number: a half of one is another number. */
  numbers: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'start',
    columnGap: '8px',
    '& .fui-Field': { minWidth: 0, maxWidth: '100%', flexGrow: 1, flexShrink: 1 },
  },
  notes: { ':empty': { display: 'none' } },
  wrong: { color: tokens.colorPaletteRedForeground1 },
  /** As if it were not there. */
  prices: { display: 'contents' },
  whole: { display: 'flex', flexBasis: '100%' },
  tall: { height: '36px' },
  large: {
    '& input': {
      fontSize: tokens.fontSizeBase500,
      lineHeight: tokens.lineHeightBase500,
      fontWeight: tokens.fontWeightSemibold,
    },
  },
  /** A longer number in the same place. */
  long: {
    '& input': {
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase500,
      fontWeight: tokens.fontWeightSemibold,
    },
  },
  input: {
    width: '100%',
    minWidth: 0,
    '& input': { minWidth: 0, width: '100%', fontVariantNumeric: 'tabular-nums', textAlign: 'right' },
  },
});

/** So many have room in every field; a longer number is written smaller there, so that no field moves while a price is typed. */
const CHARACTERS = 6;
/** Beyond that one takes a line of its own: a half of a number is another number. */
const CHARACTERS_SMALL_MAX = 9;
const DIGIT_PX = { large: 12, plain: 8 };
const UNIT_LETTER_PX = 7;
/** Padding, edges, and what is between a number and its unit. */
const AROUND_PX = 32;

/** How wide a field has to be to show all of its number beside its unit. */
function widthOf(text: string, unit: string, isLarge: boolean): string {
  if (text.length > CHARACTERS_SMALL_MAX) return '100%';
  const digits = CHARACTERS * (isLarge ? DIGIT_PX.large : DIGIT_PX.plain);
  return `${digits + unit.length * UNIT_LETTER_PX + AROUND_PX}px`;
}

const STATES: Record<FindingLevel, 'error' | 'warning' | 'none'> = {
  block: 'error',
  warn: 'warning',
  note: 'none',
};
const ORDER: readonly FindingLevel[] = ['block', 'warn', 'note'];

/** Digits alone: a hyphen for a minus and zeros at the end are no other reading. */
const bare = (text: string): string =>
  text
    .trim()
    .replace('−', '-')
    .replace(/([.,]\d*?)0+$/, '$1')
    .replace(/[.,]$/, '');

/** A number with its unit, and how it was read directly below. Enter moves on, unless the number is wrong, and sends nothing. */
export function NumberField({
  label,
  unit,
  text,
  read,
  findings,
  isWrong: isMarked = false,
  notes,
  follows,
  isLarge = false,
  isTall = isLarge,
  onChange,
}: {
  label: string;
  unit: string | undefined;
  text: string;
  /** How the text is read, in the person's own way of writing numbers; said where that is not what was typed. */
  read: string | undefined;
  findings: readonly Finding[];
  /** Something blocks that it answers for, said here or elsewhere. */
  isWrong?: boolean;
  /** Where all of them are said, where that is not directly below it. */
  notes?: string;
  /** Which field it follows: it cannot be typed into. */
  follows?: string;
  /** The number that a person looks at before everything else. */
  isLarge?: boolean;
  /** As tall as one. */
  isTall?: boolean;
  onChange: (text: string) => void;
}) {
  const styles = useStyles();
  const isFollower = follows !== undefined;
  const worst =
    isMarked && !isFollower
      ? 'block'
      : ORDER.find((level) => findings.some((finding) => finding.level === level));
  const textOf = (isNote: boolean): string =>
    notes === undefined
      ? findings.flatMap(({ level, text }) => ((level === 'note') === isNote ? [text] : [])).join(' ')
      : '';
  const said = textOf(false);
  // How a number was read is no error, whatever else blocks it.
  const asRead =
    read === undefined || bare(read) === bare(text)
      ? ''
      : // The same digits, with separators: no reading to check.
        read.replace(/\D/g, '') === text.trim()
        ? read
        : `Read as ${read}`;
  const hint = follows ?? ([asRead, textOf(true)].filter(Boolean).join('. ') || ' ');
  return (
    <Field
      label={label}
      size="small"
      hint={hint}
      // Those stand beside each other.
      {...(isTall && { style: { flexBasis: widthOf(text, unit ?? '', isLarge) } })}
      validationState={worst ? STATES[worst] : 'none'}
      {...(said !== '' && { validationMessage: said })}
    >
      <Input
        className={mergeClasses(
          styles.input,
          isTall && styles.tall,
          isLarge && (text.length > CHARACTERS ? styles.long : styles.large),
        )}
        size="small"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        readOnly={isFollower}
        // The keys lead to what can be typed into.
        {...(isFollower && { tabIndex: -1 })}
        appearance={isFollower ? 'filled-darker' : 'outline'}
        {...present({ contentAfter: unit, 'aria-describedby': worst && notes })}
        onChange={(_, { value }) => onChange(value)}
        onKeyDown={focusNextField}
        onMouseDown={selectOnClick}
      />
    </Field>
  );
}
