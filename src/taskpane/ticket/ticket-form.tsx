import { Checkbox, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { Quote } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { PressButton } from '../pressing/press-button';
import { PressResult } from '../pressing/press-result';
import { useDisarmed, useHeldBack, usePressAbout } from '../pressing/use-pressing';
import { useDesk } from '../use-desk';
import { legName, netUnit, ourDirection, ruleLine, withUnit } from '../words/request-words';
import { NumberField } from './number-field';
import { referenceOf, type Finding } from './price-checks';
import { blankDraft, ourSide, ticketOf, unquotable, type Draft, type Ticket } from './ticket';

/** The desk's quote for a request that asks it for one. */
export function TicketForm({ request, quotes }: { request: Request; quotes: readonly Quote[] }) {
  const look = useLook();
  const [draft, setDraft] = useState(() => blankDraft(request));
  const about = { kind: 'send-quote', requestId: request.id } as const;
  const press = usePressAbout(about);
  const refused = unquotable(request);
  return (
    <section className={look.card} aria-label="Quote ticket">
      <h3 className={look.title}>Your quote</h3>
      {press ? (
        <PressResult press={press} again="Quote again" />
      ) : refused !== undefined ? (
        <Note>{refused}</Note>
      ) : (
        <TicketFields request={request} quotes={quotes} draft={draft} onDraft={setDraft} />
      )}
    </section>
  );
}

interface FieldsProps {
  readonly request: Request;
  readonly quotes: readonly Quote[];
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

function TicketFields({ request, quotes, draft, onDraft }: FieldsProps) {
  const { figures, presses } = useDesk();
  const look = useLook();
  const heldBack = useHeldBack(request.id);
  const disarmed = useDisarmed();
  const reference = referenceOf(request, quotes, ourDirection(request));
  const ticket = ticketOf(request, draft, { reference, figures });
  const { ready } = ticket;
  const small = (text: string) => <span className={look.small}>{text}</span>;
  return (
    <form className={look.section} onSubmit={(event) => event.preventDefault()}>
      <p className={mergeClasses(look.text, look.small)}>
        <strong>{ourSide(request)}</strong> when it is taken ({ticket.direction}).
      </p>
      <PriceFields request={request} quotes={quotes} draft={draft} onDraft={onDraft} ticket={ticket} />
      <NumberField
        label="Quantity"
        unit={request.legs[0]?.quantityUnit}
        text={draft.quantity}
        read={undefined}
        findings={ticket.findings.filter(({ field }) => field === 'quantity')}
        onChange={(quantity) => onDraft({ ...draft, quantity })}
      />
      <Checkbox
        label={small(request.allOrNone ? 'All or none (the request asks for it)' : 'All or none')}
        checked={draft.allOrNone}
        disabled={request.allOrNone === true}
        onChange={(_, { checked }) => onDraft({ ...draft, allOrNone: checked === true })}
      />
      {ticket.warned && (
        <Checkbox
          label={small('I have read the warnings and mean it')}
          checked={ticket.ticked}
          onChange={(_, { checked }) => onDraft(tickedDraft(draft, checked === true && ticket.content))}
        />
      )}
      <PressButton
        primary
        label={ready ? `Send quote: ${ready.words}` : 'Send quote'}
        why={heldBack ?? ticket.missing ?? disarmed}
        onPress={() => ready && presses.press(ready.body, ready.shown)}
      />
    </form>
  );
}

function tickedDraft({ tickedFor: _, ...draft }: Draft, content: string | false): Draft {
  return content === false ? draft : { ...draft, tickedFor: content };
}

/** One field per price that the shape needs, with the live net price and its rule for a spread. */
function PriceFields({ request, draft, onDraft, ticket }: FieldsProps & { ticket: Ticket }) {
  const { figures } = useDesk();
  const look = useLook();
  const net = ticket.net && figures.signed(ticket.net);
  const rule = ruleLine(request, net ?? '…');
  return (
    <>
      {draft.prices.map((text, index) => {
        const price = ticket.prices[index];
        const unit = ticket.shape === 'standard-spread' ? netUnit(request) : request.legs[index]?.priceUnit;
        return (
          <NumberField
            key={index}
            label={fieldLabel(request, ticket, index)}
            unit={unit}
            text={text}
            read={price?.kind === 'number' ? withUnit(figures.price(price.value), unit) : undefined}
            findings={ticket.findings.filter(({ field }) => field === index)}
            onChange={(typed) => onDraft({ ...draft, prices: draft.prices.with(index, typed) })}
          />
        );
      })}
      {rule !== undefined && (
        <p className={mergeClasses(look.text, look.small, look.digits)} role="status">
          Net price:{' '}
          {ticket.shape === 'per-leg'
            ? rule
            : `entered as one price; ${ruleLine(request, 'net price') ?? ''}`}
        </p>
      )}
      <NetFindings findings={ticket.findings.filter(({ field }) => field === 'net')} />
    </>
  );
}

function NetFindings({ findings }: { findings: readonly Finding[] }) {
  return findings.map(({ code, text }) => (
    <Note key={code} tone="warning">
      Net price: {text}
    </Note>
  ));
}

function fieldLabel({ legs }: Request, { shape }: Ticket, index: number): string {
  if (shape === 'single') return 'Price';
  if (shape === 'standard-spread') return 'Net price (one price for both legs)';
  const name = legName(legs, index);
  return name === undefined ? `Price of leg ${index + 1}` : `Price of leg ${index + 1}, ${name}`;
}
