import { mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { bestPrice, type BestPrice } from '../../domain/limits/best-price';
import { liveOn } from '../../domain/live-on';
import { orderingPrice } from '../../domain/offer-price';
import { compared, type Price } from '../../domain/price';
import { present } from '../../domain/present';
import type { Request } from '../../domain/request';
import { sideOf } from '../../domain/role';
import { OWN_QUOTES, useAnswer, usePane, useWatched } from '../app/hooks';
import { courseOf } from '../app/price-course';
import type { SeenPrice } from '../app/seen-prices';
import { WithEnds } from '../ui/chart';
import { LineLegend } from '../ui/line-legend';
import { Sparkline } from '../ui/sparkline';
import { useSharedStyles } from '../ui/styles';
import type { Offers } from './offer-rows';

const DAY_MS = 86_400_000;
const HEIGHT = 40;

/**
 * Of quotes as the gateway saw them, whoever looked: the same that `DESK.HISTORY` gives. Of price proposals it keeps no history, so
 * their course is what this page saw.
 */
function useCourse(
  id: RequestId,
  best: BestPrice | undefined,
  readAt: number | undefined,
): readonly SeenPrice[] {
  const { client, prices } = usePane();
  const here = useWatched(prices.all).get(id) ?? [];
  const history = useMemo(() => ({ kind: 'history', id, field: 'best' }) as const, [id]);
  const seen = useAnswer(client, history).value ?? [];
  if (best?.of === undefined || seen.length === 0)
    return upTo(
      here.filter(({ word }) => word === best?.word),
      best,
      readAt,
    );
  const last = seen.at(-1);
  // The gateway tells seldom that a value stands still: this page has just read it.
  const stands = last?.value === best.price && readAt !== undefined && readAt > last.until;
  const values = last && stands ? [...seen.slice(0, -1), { ...last, until: readAt }] : seen;
  return upTo(courseOf(values, readAt ?? client.clock.now()), best, readAt);
}

/** A course ends with the price that is told beside it, which may be newer than what the gateway said of the past. */
function upTo(
  course: readonly SeenPrice[],
  best: BestPrice | undefined,
  readAt: number | undefined,
): readonly SeenPrice[] {
  const end = course.at(-1);
  if (!best || !end || readAt === undefined || readAt < end.at) return course;
  return [...course, { ...present({ word: best.word }), price: best.price, at: readAt }];
}

/** The points from which on it was another price. */
const stepsIn = (points: readonly SeenPrice[]): readonly SeenPrice[] =>
  points
    .filter(({ price }) => price !== undefined)
    .filter(({ price }, at, priced) => at === 0 || priced[at - 1]?.price !== price);

/** Fewer prices one after the other are said sooner than drawn. */
const STEPS_MIN = 3;

/** How the best price of a request went since it was first seen, with the desk's own live price across. */
export function PricePicture({
  request,
  known,
  readAt,
  isOld,
}: {
  request: Request;
  known: Pick<Offers, 'quotes' | 'proposals'>;
  /** When it was read last, in epoch ms. */
  readAt: number | undefined;
  /** It cannot be relied on now. */
  isOld: boolean;
}) {
  const { client, formatters, prices } = usePane();
  const shared = useSharedStyles();
  const { id } = request;
  const own = useAnswer(client, OWN_QUOTES).value ?? [];
  const best = bestPrice(request, { ...known, trades: [] });
  const { price, word } = best ?? {};
  const points = useCourse(id, best, readAt);
  useEffect(() => {
    if (price !== undefined && readAt !== undefined) prices.note(id, { price, ...present({ word }) }, readAt);
  }, [prices, id, price, word, readAt]);
  const sorted = points.flatMap((point) => point.price ?? []).sort(compared);
  const [low] = sorted;
  const high = sorted.at(-1);
  const [first] = points;
  const begun = points.find((point) => point.price !== undefined)?.price;
  if (!best || !first || !begun || low === undefined || high === undefined) return null;
  const told = (of: Price): string => formatters.price(of);
  const steps = stepsIn(points);
  const now = steps.at(-1) ?? first;
  const [mine] = liveOn(
    { requestId: request.id, direction: sideOf(request) },
    { own, quotes: [], isOwn: () => false },
  );
  const level = mine && orderingPrice(mine.price, request);
  // The ends of the scale: where the desk's own price lies beyond the others, that is an end.
  const isBeyond = (end: Price, sign: 1 | -1): boolean =>
    level !== undefined && compared(level, end) === sign;
  const endOf = (end: Price, sign: 1 | -1): string =>
    isBeyond(end, sign) ? `yours ${told(level ?? end)}` : `${sign > 0 ? 'high' : 'low'} ${told(end)}`;
  const isToday = client.clock.now() - first.at < DAY_MS;
  const since = isToday ? formatters.clock(first.at) : formatters.moment(first.at);
  if (steps.length < STEPS_MIN) {
    return (
      <section
        className={mergeClasses(shared.spread, shared.small, shared.digits)}
        aria-label="Best price over time"
      >
        <h3 className={shared.subtitle}>Best {best.word ?? best.direction}</h3>
        <span className={mergeClasses(isOld && shared.old)}>
          <strong>{told(best.price)}</strong> since{' '}
          {client.clock.now() - now.at < DAY_MS ? formatters.clock(now.at) : formatters.moment(now.at)}
        </span>
      </section>
    );
  }
  const end = points.at(-1)?.at ?? first.at;
  const name = `Best ${best.word ?? best.direction} since ${since}`;
  return (
    <section
      className={mergeClasses(shared.section, shared.small, shared.digits)}
      aria-label="Best price over time"
    >
      <div className={shared.spread}>
        <h3 className={shared.subtitle}>{name}</h3>
        <strong className={mergeClasses(isOld && shared.old)}>{told(best.price)}</strong>
      </div>
      <WithEnds
        high={endOf(high, 1)}
        low={endOf(low, -1)}
        height={HEIGHT}
        times={[isToday ? formatters.minute(first.at) : since, formatters.minute(end)]}
        isOld={isOld}
      >
        <Sparkline
          points={points}
          direction={best.direction}
          level={level}
          width={356}
          height={HEIGHT}
          text={`${name}: first ${told(begun)}, low ${told(low)}, high ${told(high)}, now ${told(best.price)}`}
        />
      </WithEnds>
      <div className={mergeClasses(shared.line, shared.muted)}>
        <LineLegend
          lines={[
            [best.direction, `best ${best.word ?? best.direction}`],
            ...(level === undefined ? [] : [['mine', `yours, ${told(level)}`] as const]),
          ]}
        />
        <span className={mergeClasses(isOld && shared.old)}>first {told(begun)}</span>
      </div>
    </section>
  );
}
