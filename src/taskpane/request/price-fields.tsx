import { Field, Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { Request } from '../../domain/request';
import { usePane } from '../app/hooks';
import type { Draft, Ticket } from '../quoting/ticket';
import type { Finding, FindingLevel } from '../quoting/ticket-checks';
import { isPricedAsSwap } from '../quoting/typed-price';
import { focusNextField } from '../ui/focus';
import { useSharedStyles } from '../ui/styles';
import { legName, netUnit, ruleLine } from '../ui/text/offer-text';
import { withUnit } from '../ui/text/request-text';

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
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const rule = ruleOf(request, ticket, ticket.net && formatters.signed(ticket.net));
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
            read={price.kind === 'number' ? withUnit(formatters.price(price.value), unit) : undefined}
            findings={ticket.findings.filter(({ field }) => field === index)}
            {...(typed === undefined && { follows: `Follows leg ${index}` })}
            onChange={(text) => onDraft({ ...draft, prices: draft.prices.with(index, text) })}
          />
        );
      })}
      {rule !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.digits)} role="status">
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

const useStyles = makeStyles({
  input: { width: '100%', '& input': { fontVariantNumeric: 'tabular-nums', textAlign: 'right' } },
});

const STATES: Record<FindingLevel, 'error' | 'warning' | 'none'> = {
  block: 'error',
  warn: 'warning',
  note: 'none',
};
const ORDER: readonly FindingLevel[] = ['block', 'warn', 'note'];

/** A number with its unit, and what there is to say about it directly below. Enter moves on and sends nothing. */
export function NumberField({
  label,
  unit,
  text,
  read,
  findings,
  follows,
  onChange,
}: {
  label: string;
  unit: string | undefined;
  text: string;
  /** How the text is read, in the person's own way of writing numbers. */
  read: string | undefined;
  findings: readonly Finding[];
  /** Which field it follows: it cannot be typed into. */
  follows?: string;
  onChange: (text: string) => void;
}) {
  const styles = useStyles();
  const worst = ORDER.find((level) => findings.some((finding) => finding.level === level));
  const said = findings.map((finding) => finding.text).join(' ');
  const hint = follows ?? (read === undefined ? ' ' : `Read as ${read}`);
  return (
    <Field
      label={label}
      size="small"
      hint={hint}
      validationState={worst ? STATES[worst] : 'none'}
      {...(said !== '' && { validationMessage: said })}
    >
      <Input
        className={styles.input}
        size="small"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        readOnly={follows !== undefined}
        {...(unit !== undefined && { contentAfter: unit })}
        onChange={(_, { value }) => onChange(value)}
        onKeyDown={focusNextField}
      />
    </Field>
  );
}
