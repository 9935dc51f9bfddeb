import { Checkbox, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { LiveQuote } from '../../domain/own-offers';
import type { Request } from '../../domain/request';
import { useDisarmed, useHeldBack } from '../app/held-back';
import { usePane } from '../app/hooks';
import { LimitNotes } from '../app/limit-notes';
import { ourSide, type Purpose } from '../quoting/purpose';
import { ticketOf, type Draft, type Ticked } from '../quoting/ticket';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { liveInWords } from '../ui/text/own-offer-text';
import { leftInWords } from '../ui/text/request-text';
import { ToggleGroup } from '../ui/toggle-group';
import { useLimits } from './pre-trade-limits';
import { NumberField, PriceFields } from './price-fields';
import { carryOutReplacement } from './replacement';

interface TicketFieldsProps {
  readonly request: Request;
  readonly purpose: Purpose;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** The desk's live quotes on the same side: a quote takes their place unless a person says otherwise. */
  readonly live?: readonly LiveQuote[];
  /** Why nothing may be sent, whatever is typed. */
  readonly why?: string | undefined;
  /** What has to be read before the button, directly above it. */
  readonly children?: ReactNode;
}

/** Direction, prices, quantity and terms of an offer, with the one button that sends it. */
export function TicketFields(props: TicketFieldsProps) {
  const { request, purpose, draft, onDraft, live = [], why, children } = props;
  const { formatters, presses, replacements } = usePane();
  const shared = useSharedStyles();
  const heldBack = useHeldBack(request.id);
  const disarmed = useDisarmed();
  const limits = useLimits(request);
  const ticket = ticketOf(request, draft, { purpose, formatters, limits, live });
  const { ready } = ticket;
  const left = leftInWords(request, formatters);
  const send = (): void => {
    if (!ready) return;
    const { body, shown, accepted, replaced } = ready;
    if (replaced.length === 0 || body.kind !== 'send-quote') presses.press(body, shown, accepted);
    else replacements.start({ request, replaced, send: { body, shown, accepted } }, carryOutReplacement);
  };
  return (
    <form className={shared.section} onSubmit={(event) => event.preventDefault()}>
      <p className={mergeClasses(shared.text, shared.small)}>
        <strong>{ourSide(request)}</strong> when it is taken ({ticket.direction}).
        {left !== undefined && <strong> {left}.</strong>}
      </p>
      {purpose.kind === 'proposal' && (
        <ToggleGroup
          label="Firm or indicative"
          options={KINDS}
          value={draft.proposalKind}
          onChange={(proposalKind) => onDraft({ ...draft, proposalKind })}
        />
      )}
      <LiveChoice
        request={request}
        live={live}
        isBeside={draft.beside === true}
        onBeside={(isBeside) => onDraft(besideDraft(draft, isBeside))}
      />
      <PriceFields request={request} draft={draft} onDraft={onDraft} ticket={ticket} />
      <NumberField
        label={quantityLabel(request)}
        unit={request.legs[0]?.quantityUnit}
        text={draft.quantity}
        read={undefined}
        findings={ticket.findings.filter(({ field }) => field === 'quantity')}
        onChange={(quantity) => onDraft({ ...draft, quantity })}
      />
      <Tick
        label={request.allOrNone ? 'All or none (the request asks for it)' : 'All or none'}
        checked={draft.allOrNone}
        disabled={request.allOrNone === true}
        onTick={(allOrNone) => onDraft({ ...draft, allOrNone })}
      />
      <LimitNotes findings={ticket.findings.filter(({ field }) => field === 'whole')} />
      {ticket.warned && (
        <Tick
          label="I have read the warnings and mean it"
          checked={ticket.ticked}
          onTick={(ticked) => onDraft(tickedDraft(draft, ticked && ticket.content))}
        />
      )}
      {children}
      <PressButton
        primary
        label={ticket.label}
        why={why ?? heldBack ?? ticket.missing ?? disarmed}
        onPress={send}
      />
    </form>
  );
}

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

function tickedDraft({ tickedFor: _, ...draft }: Draft, content: Ticked | false): Draft {
  return content === false ? draft : { ...draft, tickedFor: content };
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
  onBeside,
}: {
  request: Request;
  live: readonly LiveQuote[];
  isBeside: boolean;
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
          {live.map(({ quoteId }) => quoteId).join(', ')} {live.length > 1 ? 'are' : 'is'} withdrawn first.
          The new one is sent only when that is done.
        </p>
      )}
    </div>
  );
}
