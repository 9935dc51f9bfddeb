import { mergeClasses } from '@fluentui/react-components';
import { useEffect } from 'react';
import { bestPrice } from '../../domain/limits/best-price';
import { liveOn } from '../../domain/own-offers';
import { netPrice } from '../../domain/offers';
import { compared, type Price } from '../../domain/price';
import { netSidesOf, type Request } from '../../domain/request';
import { sideOf } from '../../domain/role';
import { OWN_QUOTES, useAnswer, usePane, useWatched } from '../app/hooks';
import { WithEnds } from '../ui/chart';
import { Sparkline } from '../ui/sparkline';
import { useSharedStyles } from '../ui/styles';
import type { Offers } from './offer-rows';

const DAY_MS = 86_400_000;
const HEIGHT = 40;

/** How the best price of a request went since it was first seen, with the desk's own live price across. */
export function PricePicture({
  request,
  known,
  readAt,
}: {
  request: Request;
  known: Pick<Offers, 'quotes' | 'proposals'>;
  /** When it was read last, in epoch ms. */
  readAt: number | undefined;
}) {
  const { client, formatters, prices } = usePane();
  const shared = useSharedStyles();
  const points = useWatched(prices.all).get(request.id) ?? [];
  const own = useAnswer(client, OWN_QUOTES).value ?? [];
  const best = bestPrice(request, { ...known, trades: [] });
  const price = best?.price;
  useEffect(() => {
    if (price !== undefined && readAt !== undefined) prices.note(request.id, price, readAt);
  }, [prices, request.id, price, readAt]);
  const sorted = points.flatMap((point) => point.price ?? []).sort(compared);
  const [low, second] = sorted;
  const high = sorted.at(-1);
  const [first] = points;
  // One price is no course.
  if (!best || !first || !second || low === undefined || high === undefined) return null;
  const told = (of: Price): string =>
    request.legs.length > 1 ? formatters.signed(of) : formatters.price(of);
  const [mine] = liveOn(
    { requestId: request.id, direction: sideOf(request) },
    { own, quotes: [], isOwn: () => false },
  );
  const level = mine && netPrice(mine.price, netSidesOf(request));
  const since =
    client.clock.now() - first.at < DAY_MS ? formatters.clock(first.at) : formatters.moment(first.at);
  const name = `Best ${best.word ?? best.direction} since ${since}`;
  return (
    <section
      className={mergeClasses(shared.section, shared.small, shared.digits)}
      aria-label="Course of the best price"
    >
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>{name}</h3>
        <strong>{told(best.price)}</strong>
      </div>
      <WithEnds high={told(high)} low={told(low)} height={HEIGHT}>
        <Sparkline
          points={points}
          direction={best.direction}
          level={level}
          width={356}
          height={HEIGHT}
          text={`${name}: low ${told(low)}, high ${told(high)}, now ${told(best.price)}`}
        />
      </WithEnds>
    </section>
  );
}
