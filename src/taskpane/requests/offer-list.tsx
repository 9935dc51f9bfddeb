import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { KeyboardEvent } from 'react';
import type { Request } from '../../domain/request';
import { useLook } from '../look/look';
import { decimalsOf } from '../words/figures';
import { OfferItem, type OfferItemProps } from './offer-item';
import type { AnyOffer, OfferRow } from './offer-rows';
import { useHeldOrder } from './use-held-order';

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
  const look = useLook();
  const styles = useStyles();
  const byId = new Map(rows.map((row) => [row.offer.id, row]));
  const order = useHeldOrder([...byId.keys()], request.id);
  const shown = order.ids.flatMap((id) => byId.get(id) ?? []);
  const decimals = decimalsOf(rows.flatMap(({ net }) => net ?? []));
  const moved = order.waiting > 0 || order.ids.some((id, index) => id !== rows[index]?.offer.id);
  return (
    <>
      <ul className={look.list} aria-label={label} onKeyDown={moveRow} {...order.list}>
        {shown.map((row) => (
          <OfferItem key={row.offer.id} request={request} row={row} decimals={decimals} {...ending(row)} />
        ))}
      </ul>
      <p className={mergeClasses(look.text, look.small, look.muted, styles.held)} role="status">
        {moved ? 'The order changed; it is held while you are at the list.' : ''}
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
