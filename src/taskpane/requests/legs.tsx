import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Request } from '../../domain/request';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';
import type { Figures } from '../words/figures';
import { periodInWords } from '../words/period';
import { quantityInWords, roleOf, withUnit } from '../words/request-words';

const useStyles = makeStyles({
  leg: {
    display: 'grid',
    gridTemplateColumns: '44px 1fr auto',
    columnGap: '8px',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

const WHO = { initiator: 'you', recipient: 'they', unknown: '' } as const;

/** The legs in their fixed order, each with what is done with it. */
export function Legs({ request }: { request: Request }) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const who = WHO[roleOf(request)];
  return (
    <ol className={look.list} aria-label="Legs">
      {request.legs.map((leg, index) => (
        <li key={index} className={mergeClasses(styles.leg, look.small)}>
          <span className={look.muted}>Leg {index + 1}</span>
          <span>
            {who} <strong>{leg.action}</strong> {[leg.market, leg.commodity].filter(Boolean).join(' ')}
          </span>
          <span className={look.figure}>{quantityInWords(leg, figures)}</span>
          <span />
          <span className={look.muted}>{details(leg)}</span>
          <span className={mergeClasses(look.muted, look.figure)}>{priceOrUnit(leg, figures)}</span>
        </li>
      ))}
    </ol>
  );
}

const details = (leg: Request['legs'][number]): string =>
  [leg.loadProfile, periodInWords(leg.deliveryStart, leg.deliveryEnd)].filter(Boolean).join(' · ');

const priceOrUnit = ({ price, priceUnit }: Request['legs'][number], figures: Figures): string | undefined =>
  price === undefined ? priceUnit : withUnit(figures.price(price), priceUnit);
