import { mergeClasses } from '@fluentui/react-components';
import type { Request } from '../../domain/request';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';
import { withUnit } from '../words/request-words';
import { legName, netUnit, ruleLine } from '../words/side-words';
import { NumberField } from './number-field';
import type { Draft, Ticket } from './ticket';
import { isPricedAsSwap } from './typed-price';

/** One field per price that the shape needs, with the live net price of a spread, or the rule of a swap. */
export function PriceFields({
  request,
  draft,
  onDraft,
  ticket,
}: {
  request: Request;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  ticket: Ticket;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const rule = ruleOf(request, ticket, ticket.net && figures.signed(ticket.net));
  return (
    <>
      {ticket.prices.map((price, index) => {
        const typed = draft.prices[index];
        const unit = ticket.shape === 'standard-spread' ? netUnit(request) : request.legs[index]?.priceUnit;
        return (
          <NumberField
            key={index}
            label={fieldLabel(request, ticket, index)}
            unit={unit}
            text={typed ?? draft.prices.at(-1) ?? ''}
            read={price.kind === 'number' ? withUnit(figures.price(price.value), unit) : undefined}
            findings={ticket.findings.filter(({ field }) => field === index)}
            {...(typed === undefined && { follows: `Follows leg ${index}` })}
            onChange={(text) => onDraft({ ...draft, prices: draft.prices.with(index, text) })}
          />
        );
      })}
      {rule !== undefined && (
        <p className={mergeClasses(look.text, look.small, look.digits)} role="status">
          {rule}
        </p>
      )}
    </>
  );
}

function ruleOf(request: Request, { shape }: Ticket, net: string | undefined): string | undefined {
  if (isPricedAsSwap(request)) return 'Both power legs of a swap have one price: leg 3 follows leg 2.';
  if (shape === 'single') return undefined;
  if (shape === 'standard-spread') {
    return `Net price: entered as one price; ${ruleLine(request, 'net price') ?? ''}`;
  }
  const unit = netUnit(request);
  return `Net price: ${ruleLine(request, net === undefined ? '…' : withUnit(net, unit)) ?? ''}`;
}

function fieldLabel({ legs }: Request, { shape }: Ticket, index: number): string {
  if (shape === 'single') return 'Price';
  if (shape === 'standard-spread') return 'Net price (one price for both legs)';
  const name = legName(legs, index);
  return name === undefined ? `Price of leg ${index + 1}` : `Price of leg ${index + 1}, ${name}`;
}
