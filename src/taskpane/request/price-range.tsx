import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { PriceLevels } from '../../domain/limits/limits';
import { warnedBeyond } from '../../domain/limits/price-checks';
import type { Reference } from '../../domain/limits/references';
import { netPrice } from '../../domain/offers';
import type { LiveQuote } from '../../domain/own-offers';
import { compared, minus, plus, type Price } from '../../domain/price';
import { netSidesOf, type Request } from '../../domain/request';
import { usePane } from '../app/hooks';
import { decimalsOf } from '../ui/formatters';
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
  /** Where a price is not warned of. */
  band: {
    position: 'absolute',
    top: '16px',
    height: '10px',
    backgroundColor: tokens.colorNeutralBackground5,
    '@media (forced-colors: active)': { border: '1px solid CanvasText', boxSizing: 'border-box' },
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
  /** Of the reference: what sort of price it is. */
  readonly source?: string;
  readonly price: Price;
  readonly look: 'mine' | 'live' | 'mark';
}

/**
 * Where the typed price lies beside the reference that the check holds it against, and beside the desk's own live quote. Its scale is that of the
 * check: the band around the reference, where no price is warned of, is always whole.
 */
export function PriceRange({
  request,
  reference,
  levels,
  mine,
  live,
}: {
  request: Request;
  reference: Reference | undefined;
  levels: PriceLevels | undefined;
  mine: Price | undefined;
  live: readonly LiveQuote[];
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const market = marksOf(request, reference, live);
  if (mine === undefined || market.length === 0) return null;
  const told = (price: Price): string => formatters.price(price);
  const marks: readonly Mark[] = [...market, { name: '', price: mine, look: 'mine' }];
  const [first, second] = market;
  const decimals = decimalsOf(marks.map(({ price }) => price));
  const beyond =
    first?.look === 'mark' && levels ? warnedBeyond(request, first.price, levels, decimals) : undefined;
  const band =
    first && beyond !== undefined ? ([minus(first.price, beyond), plus(first.price, beyond)] as const) : [];
  const prices = [...marks.map(({ price }) => price), ...band].map(Number);
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low;
  const percent = (price: Price): number =>
    span === 0 ? 50 : Math.round(((Number(price) - low) / span) * 100);
  const left = (price: Price): string => `${percent(price)}%`;
  // Two names below the axis would run into each other; the line below the picture has both prices.
  const isCrowded =
    first && second && Math.abs(percent(first.price) - percent(second.price)) < NAMES_APART_PERCENT;
  const nameOf = ({ name, price }: Mark): string => [name, told(price)].filter(Boolean).join(' ');
  return (
    <>
      <div
        className={mergeClasses(styles.place, shared.small, shared.digits)}
        role="img"
        aria-label={`Your price ${told(mine)} beside ${market.map(nameOf).join(', ')}`}
      >
        <span className={styles.axis} />
        {band[0] !== undefined && (
          <span
            className={styles.band}
            style={{ left: left(band[0]), width: `${percent(band[1]) - percent(band[0])}%` }}
          />
        )}
        {marks.map((mark, at) => (
          <span key={`${mark.name} ${at}`}>
            <span
              className={mergeClasses(styles.mark, mark.look !== 'mark' && styles[mark.look])}
              style={{ left: left(mark.price) }}
            />
            <span
              className={mergeClasses(
                styles.name,
                mark.look === 'mine' ? styles.above : styles.below,
                mark.look === 'mine' && styles.own,
                mark.look !== 'mine' && shared.muted,
              )}
              // Never beyond either end: at the left one it starts there, at the right one it ends there.
              style={{ left: left(mark.price), transform: `translateX(-${left(mark.price)})` }}
            >
              {isCrowded && mark.look === 'live' ? '' : nameOf(mark)}
            </span>
          </span>
        ))}
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted, shared.digits)}>
        {market.map((mark) => distance(mine, mark, told)).join(' · ')}
        {beyond !== undefined && ` · warns beyond ${told(beyond)}`}
      </p>
    </>
  );
}

const NAMES_APART_PERCENT = 45;

/** "0.27 below the best ask 31.67", "at your live 31.40": whoever bids is told that it is an ask which he is below. */
function distance(mine: Price, { source = '', look, price }: Mark, told: (price: Price) => string): string {
  const name = look === 'live' ? `your live ${told(price)}` : `the ${source} ${told(price)}`;
  const by = compared(mine, price);
  if (by === 0) return `at ${name}`;
  const gap = by > 0 ? minus(mine, price) : minus(price, mine);
  return `${told(gap).replace('+', '')} ${by > 0 ? 'above' : 'below'} ${name}`;
}

function marksOf(
  request: Request,
  reference: Reference | undefined,
  live: readonly LiveQuote[],
): readonly Mark[] {
  const actions = netSidesOf(request);
  // Legs in different units have no net price to compare.
  const isCompared =
    request.legs.length < 2 || request.contract === 'standard-spread' || actions !== undefined;
  const own = live.flatMap(({ price }) => netPrice(price, actions) ?? []).slice(0, 1);
  return [
    ...(reference && isCompared
      ? [
          {
            name: referenceName(reference),
            source: reference.tradedAt === undefined ? reference.name.replace(/^the /, '') : 'last trade',
            price: reference.price,
            look: 'mark',
          } as const,
        ]
      : []),
    ...own.map((price) => ({ name: 'live', price, look: 'live' }) as const),
  ];
}

/** What was dealt before is no market. */
const referenceName = ({ tradedAt }: Reference): string =>
  tradedAt === undefined ? 'reference' : 'last trade';
