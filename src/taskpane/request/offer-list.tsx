import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { compared, type Price } from '../../domain/price';
import type { Request } from '../../domain/request';
import { Age, Updated } from '../app/age';
import { usePane } from '../app/hooks';
import { isLive } from '../../domain/choice';
import { decimalsOf, type Formatters } from '../ui/formatters';
import { useHeldOrder } from '../ui/held-order';
import { useSharedStyles } from '../ui/styles';
import { netUnit, priceInWords, wholeInWords } from '../ui/text/offer-text';
import { withUnit } from '../ui/text/request-text';
import type { AnyOffer, OfferRow } from './offer-rows';
import type { Answer, Resource } from '../../domain/resources/resource';
import type { Listing } from '../../domain/record';
import { Note } from '../ui/note';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { UnreadList } from '../ui/unread-list';

const useStyles = makeStyles({ held: { minHeight: tokens.lineHeightBase200 } });

/** Offers in order; a person's pointer or focus on them holds the order still. */
export function OfferList<O extends AnyOffer>({
  label,
  request,
  rows,
  ending,
}: {
  label: string;
  request: Request;
  rows: readonly OfferRow<O>[];
  /** What is special about a row, and what stands at its end. */
  ending: (row: OfferRow<O>) => Pick<OfferItemProps, 'mark' | 'informing' | 'fact' | 'button'>;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const byId = new Map(rows.map((row) => [row.offer.id, row]));
  const order = useHeldOrder([...byId.keys()], request.id);
  const shown = order.ids.flatMap((id) => byId.get(id) ?? []);
  const decimals = decimalsOf(rows.flatMap(({ net }) => net ?? []));
  const moved = order.waiting > 0 || order.ids.some((id, index) => id !== rows[index]?.offer.id);
  return (
    <>
      <ul className={shared.list} aria-label={label} onKeyDown={moveRow} {...order.list}>
        {shown.map((row) => (
          <OfferItem key={row.offer.id} request={request} row={row} decimals={decimals} {...ending(row)} />
        ))}
      </ul>
      <p className={mergeClasses(shared.text, shared.small, shared.muted, styles.held)} role="status">
        {moved ? 'The order changed; it is held while you use the list.' : ''}
      </p>
    </>
  );
}

/** Arrow keys, Home and End lead to the same button of another row; rows without one are passed over. */
function moveRow(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLButtonElement)) return;
  const rows = [...currentTarget.children]
    .map((row) => [...row.querySelectorAll('button')])
    .filter((buttons) => buttons.length > 0);
  const at = rows.findIndex((buttons) => buttons.includes(target));
  const places: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const place = places[key];
  if (at < 0 || place === undefined) return;
  event.preventDefault();
  const buttons = rows[place] ?? [];
  (buttons[rows[at]?.indexOf(target) ?? 0] ?? buttons[0])?.focus();
}

const useItemStyles = makeStyles({
  row: {
    display: 'grid',
    // What cannot be pressed says why, and must not take the offer's room.
    gridTemplateColumns: 'minmax(0, 1fr) fit-content(38%)',
    alignItems: 'center',
    columnGap: '8px',
    padding: '5px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  offer: { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: '6px' },
  price: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  best: { color: tokens.colorPaletteGreenForeground1, fontWeight: tokens.fontWeightSemibold },
  unsure: { color: tokens.colorPaletteDarkOrangeForeground1, fontWeight: tokens.fontWeightSemibold },
  gone: { color: tokens.colorNeutralForeground3 },
  informing: { fontStyle: 'italic', fontWeight: tokens.fontWeightRegular },
});

interface OfferItemProps {
  readonly request: Request;
  readonly row: OfferRow;
  readonly decimals: number;
  /** What stands before the price and tells what sort of offer it is. */
  readonly mark?: ReactNode;
  /** It only informs: its price is written in another form. */
  readonly informing?: boolean;
  /** What else there is to say of it, such as what it answers. */
  readonly fact?: string | undefined;
  /** What stands at the end of the row. */
  readonly button: ReactNode;
}

/** An offer in a list: price with unit, quantity, then whose it is, its side, its terms and its age. */
function OfferItem(props: OfferItemProps) {
  const { request, row, decimals, mark, informing = false, fact, button } = props;
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useItemStyles();
  const { offer, net, best, unread = 0 } = row;
  const price = mergeClasses(shared.strong, net !== undefined && styles.price, informing && styles.informing);
  return (
    <li className={mergeClasses(styles.row, !isLive(offer) && styles.gone)}>
      <div>
        <div className={styles.offer}>
          {mark}
          {net === undefined ? (
            <span className={mergeClasses(price, shared.digits)}>
              {priceInWords(offer.price, { request, formatters, unit: netUnit(request) })}
            </span>
          ) : (
            <>
              <span className={price}>
                <PriceFigure price={net} decimals={decimals} signed={offer.price.shape !== 'single'} />
              </span>
              <span className={mergeClasses(shared.small, shared.muted)}>{netUnit(request)}</span>
            </>
          )}
          <span className={mergeClasses(shared.small, shared.figure)}>
            {offer.quantity && withUnit(formatters.quantity(offer.quantity), request.legs[0]?.quantityUnit)}
          </span>
          {best && (
            <span className={mergeClasses(shared.small, unread > 0 ? styles.unsure : styles.best)}>
              {unread > 0 ? `best of those that can be read; ${unread} cannot be read` : 'best'}
            </span>
          )}
        </div>
        <div className={mergeClasses(shared.small, shared.muted)}>
          {factsOf(row, fact, formatters)} · <Age at={offer.createdAt} />
        </div>
      </div>
      {button}
    </li>
  );
}

/** Whose it is, its leg prices beside a net price, all or none, and its state when it is over. */
function factsOf({ offer, net, own }: OfferRow, fact: string | undefined, formatters: Formatters): string {
  const legs =
    offer.price.shape === 'per-leg' && net !== undefined
      ? `legs ${offer.price.legPrices.map((price) => formatters.price(price)).join(' / ')}`
      : undefined;
  const state = isLive(offer) ? undefined : offer.state;
  const name = own ? 'yours' : (offer.counterparty ?? 'no name given');
  return [name, fact, offer.direction, legs, wholeInWords(offer.allOrNone), state]
    .filter(Boolean)
    .join(' · ');
}

/** How long a price that changed keeps its mark. */
const MARK_MS = 4000;

const usePriceStyles = makeStyles({
  price: { display: 'inline-flex', alignItems: 'baseline' },
  mark: { width: '9px', fontSize: '9px', textAlign: 'center', color: tokens.colorBrandForeground1 },
});

type Move = 'up' | 'down';
const MARKS: Record<Move, string> = { up: '▲', down: '▼' };

/** A price in digits of one width, with a small mark for a while after it moved. The mark's place is always kept. */
function PriceFigure({
  price,
  decimals,
  signed = false,
}: {
  price: Price;
  decimals: number;
  signed?: boolean;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = usePriceStyles();
  const move = useMove(price);
  return (
    <span className={mergeClasses(styles.price, shared.figure)}>
      {signed ? formatters.signed(price, decimals) : formatters.price(price, decimals)}
      <span className={styles.mark} aria-hidden="true">
        {move && MARKS[move]}
      </span>
      {move && <span className={shared.hidden}>, changed {move}</span>}
    </span>
  );
}

function useMove(price: Price): Move | undefined {
  const { clock } = usePane().client;
  const [seen, setSeen] = useState<{ price: Price; move?: Move }>({ price });
  if (seen.price !== price) setSeen({ price, move: compared(price, seen.price) > 0 ? 'up' : 'down' });
  useEffect(() => {
    if (seen.move === undefined) return undefined;
    return clock.after(MARK_MS, () => setSeen({ price: seen.price }));
  }, [clock, seen]);
  return seen.move;
}

/** A list as it was answered last. */
export type ListAnswer<T> = Pick<Answer, 'state' | 'fetchedAt' | 'failure'> & { readonly value?: Listing<T> };

/** A list with its title, how old it is, and what is wrong with it. */
export function AnswerSection({
  label,
  title,
  resource,
  answer,
  none,
  children,
}: {
  label: string;
  title: string;
  /** Where the list comes from. */
  resource: Resource;
  answer: ListAnswer<unknown>;
  /** What is said of an empty list. */
  none: string;
  children: ReactNode;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const aging = agingInWords(answer, formatters);
  const { value, failure, fetchedAt } = answer;
  return (
    <section aria-label={label} className={shared.section}>
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>{title}</h3>
        {fetchedAt !== undefined && <Updated at={fetchedAt} name={label.toLowerCase()} resource={resource} />}
      </div>
      {failure && <Note tone="bad">{failureInWords(failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!value && !failure && <p className={shared.text}>Waiting for the {label.toLowerCase()}.</p>}
      {value?.records.length === 0 && value.unreadable.length === 0 && (
        <p className={mergeClasses(shared.text, shared.small)}>{none}</p>
      )}
      {children}
      {value && <UnreadList label={`${label} that cannot be read`} unread={value.unreadable} />}
    </section>
  );
}
