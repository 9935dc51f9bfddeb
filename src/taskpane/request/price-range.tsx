import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { isLive } from '../../domain/choice';
import { lastTradeOf } from '../../domain/limits/same-product';
import { netPrice, type Direction } from '../../domain/offers';
import type { LiveQuote } from '../../domain/own-offers';
import { compared, minus, type Price } from '../../domain/price';
import { netSidesOf, type Request } from '../../domain/request';
import { LIMITS, useAnswer, usePane } from '../app/hooks';
import { useSharedStyles } from '../ui/styles';

const useStyles = makeStyles({
  place: { position: 'relative', height: '42px', margin: '0 24px' },
  axis: {
    position: 'absolute',
    left: '-24px',
    right: '-24px',
    top: '20px',
    height: '2px',
    backgroundColor: tokens.colorNeutralStroke1,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
  mark: {
    position: 'absolute',
    top: '14px',
    width: '3px',
    height: '14px',
    marginLeft: '-1px',
    backgroundColor: tokens.colorNeutralForeground3,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
  bid: { backgroundColor: tokens.colorPaletteTealBorderActive },
  ask: { backgroundColor: tokens.colorPalettePurpleBorderActive },
  live: {
    boxSizing: 'border-box',
    top: '16px',
    width: '10px',
    height: '10px',
    marginLeft: '-5px',
    borderRadius: '50%',
    border: `2px solid ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  mine: {
    top: '15px',
    width: '12px',
    height: '12px',
    marginLeft: '-6px',
    borderRadius: '50%',
    backgroundColor: tokens.colorCompoundBrandStroke,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  name: { position: 'absolute', whiteSpace: 'nowrap' },
  above: { top: 0 },
  below: { top: '28px' },
  own: { color: tokens.colorBrandForeground2, fontWeight: tokens.fontWeightSemibold },
});

interface Mark {
  readonly name: string;
  readonly price: Price;
  readonly look: 'mine' | 'live' | 'mark' | Direction;
}

/** Where the typed price lies between what is known of the market: proposals, the last trade, the desk's own live quote. */
export function PriceRange({
  request,
  mine,
  live,
}: {
  request: Request;
  mine: Price | undefined;
  live: readonly LiveQuote[];
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const market = useMarks(request, live);
  if (mine === undefined || market.length === 0) return null;
  const told = (price: Price): string => formatters.price(price);
  const marks: readonly Mark[] = [...market, { name: '', price: mine, look: 'mine' }];
  const prices = marks.map(({ price }) => Number(price));
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low;
  const left = (price: Price): string =>
    `${span === 0 ? 50 : Math.round(((Number(price) - low) / span) * 100)}%`;
  const nameOf = ({ name, price }: Mark): string => [name, told(price)].filter(Boolean).join(' ');
  return (
    <>
      <div
        className={mergeClasses(styles.place, shared.small, shared.digits)}
        role="img"
        aria-label={`Your price ${told(mine)} beside ${market.map(nameOf).join(', ')}`}
      >
        <span className={styles.axis} />
        {marks.map((mark, at) => (
          <span key={`${mark.name} ${at}`}>
            <span
              className={mergeClasses(styles.mark, mark.look !== 'mark' && styles[mark.look])}
              style={{ left: left(mark.price) }}
            />
            <span
              className={mergeClasses(
                styles.name,
                mark.look === 'mine' || mark.look === 'bid' || mark.look === 'ask'
                  ? styles.above
                  : styles.below,
                mark.look === 'mine' && styles.own,
                mark.look !== 'mine' && shared.muted,
              )}
              // Never beyond either end: at the left one it starts there, at the right one it ends there.
              style={{ left: left(mark.price), transform: `translateX(-${left(mark.price)})` }}
            >
              {nameOf(mark)}
            </span>
          </span>
        ))}
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted, shared.digits)}>
        {market.map((mark) => distance(mine, mark, told)).join(' · ')}
      </p>
    </>
  );
}

/** "0.27 below firm ask" */
function distance(mine: Price, { name, price }: Mark, told: (price: Price) => string): string {
  const by = compared(mine, price);
  if (by === 0) return `at ${name}`;
  const gap = by > 0 ? minus(mine, price) : minus(price, mine);
  return `${told(gap).replace('+', '')} ${by > 0 ? 'above' : 'below'} ${name}`;
}

/** What is known anyway: nothing is asked for this picture. */
function useMarks(request: Request, live: readonly LiveQuote[]): readonly Mark[] {
  const { client } = usePane();
  const { id } = request;
  const resource = useMemo(() => ({ kind: 'proposals', id }) as const, [id]);
  const proposals = useAnswer(client, resource, 'aside').value?.records ?? [];
  const trades = useAnswer(client, LIMITS).value?.lastTrades ?? [];
  const actions = netSidesOf(request);
  const proposed = proposals.filter(isLive).flatMap(({ kind, direction, price }): Mark[] => {
    const net = netPrice(price, actions);
    return net === undefined ? [] : [{ name: `${kind} ${direction}`, price: net, look: direction }];
  });
  const last = lastTradeOf(request, trades);
  const own = live.flatMap(({ price }): Mark[] => {
    const net = netPrice(price, actions);
    return net === undefined ? [] : [{ name: 'live', price: net, look: 'live' }];
  });
  return [
    ...proposed.slice(0, 2),
    ...(last ? [{ name: 'last', price: last.price, look: 'mark' } as const] : []),
    ...own.slice(0, 1),
  ];
}
