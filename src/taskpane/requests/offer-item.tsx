import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Request } from '../../domain/request';
import { isLive } from '../choosing/choice';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { PriceFigure } from '../look/price-figure';
import { useDesk } from '../use-desk';
import type { Figures } from '../words/figures';
import { wholeInWords } from '../words/offer-words';
import { priceInWords } from '../words/price-words';
import { withUnit } from '../words/request-words';
import { netUnit } from '../words/side-words';
import type { OfferRow } from './offer-rows';

const useStyles = makeStyles({
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

export interface OfferItemProps {
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
export function OfferItem(props: OfferItemProps) {
  const { request, row, decimals, mark, informing = false, fact, button } = props;
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const { offer, net, best, unread = 0 } = row;
  const price = mergeClasses(look.strong, net !== undefined && styles.price, informing && styles.informing);
  return (
    <li className={mergeClasses(styles.row, !isLive(offer) && styles.gone)}>
      <div>
        <div className={styles.offer}>
          {mark}
          {net === undefined ? (
            <span className={mergeClasses(price, look.digits)}>
              {priceInWords(offer.price, { request, figures, unit: netUnit(request) })}
            </span>
          ) : (
            <>
              <span className={price}>
                <PriceFigure price={net} decimals={decimals} signed={offer.price.shape !== 'single'} />
              </span>
              <span className={mergeClasses(look.small, look.muted)}>{netUnit(request)}</span>
            </>
          )}
          <span className={mergeClasses(look.small, look.figure)}>
            {offer.quantity && withUnit(figures.quantity(offer.quantity), request.legs[0]?.quantityUnit)}
          </span>
          {best && (
            <span className={mergeClasses(look.small, unread > 0 ? styles.unsure : styles.best)}>
              {unread > 0 ? `best of those that can be read; ${unread} cannot be read` : 'best'}
            </span>
          )}
        </div>
        <div className={mergeClasses(look.small, look.muted)}>
          {factsOf(row, fact, figures)} · <Age at={offer.createdAt} />
        </div>
      </div>
      {button}
    </li>
  );
}

/** Whose it is, its leg prices beside a net price, all or none, and its state when it is over. */
function factsOf({ offer, net, own }: OfferRow, fact: string | undefined, figures: Figures): string {
  const legs =
    offer.price.shape === 'per-leg' && net !== undefined
      ? `legs ${offer.price.legPrices.map((price) => figures.price(price)).join(' / ')}`
      : undefined;
  const state = isLive(offer) ? undefined : offer.state;
  const name = own ? 'yours' : (offer.counterparty ?? 'no name given');
  return [name, fact, offer.direction, legs, wholeInWords(offer.allOrNone), state]
    .filter(Boolean)
    .join(' · ');
}
