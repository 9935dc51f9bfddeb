import { Checkbox, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { LimitNotes } from '../limits/limit-notes';
import { useLimits } from '../limits/use-limits';
import { useLook } from '../look/look';
import { ToggleGroup } from '../look/toggle-group';
import { PressButton } from '../pressing/press-button';
import { useDisarmed, useHeldBack } from '../pressing/use-pressing';
import { useDesk } from '../use-desk';
import { NumberField } from './number-field';
import { referenceOf } from './price-checks';
import { PriceFields } from './price-fields';
import { ourSide, sideOf, type Purpose } from './purpose';
import { ticketOf, type Draft } from './ticket';

export interface TicketFieldsProps {
  readonly request: Request;
  readonly quotes: readonly Quote[];
  readonly purpose: Purpose;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** Why nothing may be sent, whatever is typed. */
  readonly why?: string | undefined;
  /** What has to be read before the button, directly above it. */
  readonly children?: ReactNode;
}

/** Direction, prices, quantity and terms of an offer, with the one button that sends it. */
export function TicketFields(props: TicketFieldsProps) {
  const { request, quotes, purpose, draft, onDraft, why, children } = props;
  const { figures, presses } = useDesk();
  const look = useLook();
  const heldBack = useHeldBack(request.id);
  const disarmed = useDisarmed();
  const reference = referenceOf(request, quotes, sideOf(request));
  const limits = useLimits(request, quotes);
  const ticket = ticketOf(request, draft, { purpose, reference, figures, limits });
  const { ready } = ticket;
  return (
    <form className={look.section} onSubmit={(event) => event.preventDefault()}>
      <p className={mergeClasses(look.text, look.small)}>
        <strong>{ourSide(request)}</strong> when it is taken ({ticket.direction}).
      </p>
      {purpose.kind === 'proposal' && (
        <ToggleGroup
          label="Firm or indicative"
          options={KINDS}
          value={draft.proposalKind}
          onChange={(proposalKind) => onDraft({ ...draft, proposalKind })}
        />
      )}
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
        onPress={() => ready && presses.press(ready.body, ready.shown, ready.accepted)}
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

function tickedDraft({ tickedFor: _, ...draft }: Draft, content: string | false): Draft {
  return content === false ? draft : { ...draft, tickedFor: content };
}

/** Legs of a swap have quantities of their own; an offer is counted in leg 1. */
function quantityLabel({ legs }: Request): string {
  return legs.every(({ quantity }) => quantity === legs[0]?.quantity) ? 'Quantity' : 'Quantity of leg 1';
}
