import { Checkbox, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Request } from '../../domain/request';
import type { LiveQuote } from '../../domain/own-quote';
import { LimitNotes } from '../limits/limit-notes';
import { useLimits } from '../limits/use-limits';
import { useLook } from '../look/look';
import { ToggleGroup } from '../look/toggle-group';
import { PressButton } from '../pressing/press-button';
import { useDisarmed, useHeldBack } from '../pressing/use-pressing';
import { useDesk } from '../use-desk';
import { leftInWords } from '../words/request-words';
import { LiveChoice } from './live-choice';
import { NumberField } from './number-field';
import { PriceFields } from './price-fields';
import { ourSide, type Purpose } from './purpose';
import { carryOutReplacement } from './replacing';
import { ticketOf, type Draft, type Ticked } from './ticket';

export interface TicketFieldsProps {
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
  const { figures, presses, replacements } = useDesk();
  const look = useLook();
  const heldBack = useHeldBack(request.id);
  const disarmed = useDisarmed();
  const limits = useLimits(request);
  const ticket = ticketOf(request, draft, { purpose, figures, limits, live });
  const { ready } = ticket;
  const left = leftInWords(request, figures);
  const send = (): void => {
    if (!ready) return;
    const { body, shown, accepted, replaced } = ready;
    if (replaced.length === 0 || body.kind !== 'send-quote') presses.press(body, shown, accepted);
    else replacements.start({ request, replaced, send: { body, shown, accepted } }, carryOutReplacement);
  };
  return (
    <form className={look.section} onSubmit={(event) => event.preventDefault()}>
      <p className={mergeClasses(look.text, look.small)}>
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
  const look = useLook();
  const { label, checked, disabled = false, onTick } = props;
  return (
    <Checkbox
      label={<span className={look.small}>{label}</span>}
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
