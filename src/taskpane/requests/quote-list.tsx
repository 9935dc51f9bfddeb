import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Request } from '../../domain/request';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { PriceFigure } from '../look/price-figure';
import { useDesk } from '../use-desk';
import { decimalsOf, type Figures } from '../words/figures';
import { netUnit, withUnit } from '../words/request-words';
import type { QuoteRow } from './quote-rows';
import { useHeldOrder } from './use-held-order';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '8px',
    padding: '5px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  offer: { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: '6px' },
  price: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  best: { color: tokens.colorPaletteGreenForeground1, fontWeight: tokens.fontWeightSemibold },
  held: { minHeight: tokens.lineHeightBase200 },
  gone: { color: tokens.colorNeutralForeground3 },
});

/** Quotes in order; a person's pointer or focus on them holds the order still. */
export function QuoteList({
  label,
  request,
  rows,
  button,
}: {
  label: string;
  request: Request;
  rows: readonly QuoteRow[];
  /** What stands at the end of a row. */
  button: (row: QuoteRow) => ReactNode;
}) {
  const look = useLook();
  const styles = useStyles();
  const byId = new Map(rows.map((row) => [String(row.quote.id), row]));
  const order = useHeldOrder([...byId.keys()], request.id);
  const shown = order.ids.flatMap((id) => byId.get(id) ?? []);
  const decimals = decimalsOf(rows.flatMap(({ net }) => net ?? []));
  const moved = order.waiting > 0 || order.ids.some((id, index) => id !== rows[index]?.quote.id);
  return (
    <>
      <ul className={look.list} aria-label={label} {...order.list}>
        {shown.map((row) => (
          <QuoteItem
            key={row.quote.id}
            request={request}
            row={row}
            decimals={decimals}
            button={button(row)}
          />
        ))}
      </ul>
      <p className={mergeClasses(look.text, look.small, look.muted, styles.held)} role="status">
        {moved ? 'The order changed; it is held while you are at the list.' : ''}
      </p>
    </>
  );
}

function QuoteItem({
  request,
  row,
  decimals,
  button,
}: {
  request: Request;
  row: QuoteRow;
  decimals: number;
  button: ReactNode;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const { quote, net, best, own } = row;
  const active = quote.state === 'active';
  return (
    <li className={mergeClasses(styles.row, !active && styles.gone)}>
      <div>
        <div className={styles.offer}>
          {net !== undefined && (
            <span className={mergeClasses(styles.price, look.strong)}>
              <PriceFigure price={net} decimals={decimals} signed={quote.price.shape !== 'single'} />
            </span>
          )}
          <span className={mergeClasses(look.small, look.muted)}>{netUnit(request)}</span>
          <span className={mergeClasses(look.small, look.figure)}>
            {quote.quantity && withUnit(figures.quantity(quote.quantity), request.legs[0]?.quantityUnit)}
          </span>
          {best && <span className={mergeClasses(look.small, styles.best)}>best</span>}
        </div>
        <div className={mergeClasses(look.small, look.muted)}>
          {quoteFacts(row, own, figures)} · <Age at={quote.createdAt} />
        </div>
      </div>
      {button}
    </li>
  );
}

/** Whose it is, its leg prices, all or none, and its state when that is no longer active. */
function quoteFacts({ quote }: QuoteRow, own: boolean, figures: Figures): string {
  const legs =
    quote.price.shape === 'per-leg'
      ? `legs ${quote.price.legPrices.map((price) => figures.price(price)).join(' / ')}`
      : undefined;
  const whole =
    quote.allOrNone === undefined ? undefined : quote.allOrNone ? 'all or none' : 'parts possible';
  const state = quote.state === 'active' ? undefined : quote.state;
  const name = own ? 'yours' : (quote.counterparty ?? 'no name given');
  return [name, quote.direction, legs, whole, state].filter(Boolean).join(' · ');
}
