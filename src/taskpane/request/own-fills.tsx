import { mergeClasses } from '@fluentui/react-components';
import type { Fill } from '../../domain/delivery/fill';
import { notionalOf } from '../../domain/delivery/notional';
import type { RequestId } from '../../domain/identifiers';
import { present } from '../../domain/present';
import { notStanding } from '../../domain/trade-state';
import { useFillWords } from '../app/doer';
import { usePane, useWatched } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { fillEnergy } from '../ui/text/fill-text';

/** What this desk traded on a request, as the platform's records state it: before all that is said of how the request ended. */
export function OwnFills({ requestId }: { requestId: RequestId }) {
  const { events, formatters } = usePane();
  const shared = useSharedStyles();
  const fillWords = useFillWords();
  return useWatched(events.fills)
    .filter((fill) => fill.requestId === requestId)
    .map((fill) => {
      const { counterparty, ...deal } = fill;
      // What was undone, or may be, is no good news.
      const isOpen = fill.unlisted === true || notStanding(present({ state: fill.state })) !== undefined;
      return (
        <Note key={fill.tradeId} tone={isOpen ? 'warning' : 'good'}>
          <strong className={shared.title}>{fillWords(deal)}</strong>
          <div className={mergeClasses(shared.small, shared.digits)}>
            {[
              counterparty,
              ...amountsOf(fill, formatters),
              fill.tradeId,
              isOpen && (fill.state ?? 'not listed any more'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </Note>
      );
    });
}

/** "7,440 MWh", "233,244 EUR": as far as the record says it; money of one leg alone, as a net price of several is a price of none. */
function amountsOf(fill: Fill, formatters: Formatters): (string | undefined)[] {
  const energy = fillEnergy(fill, formatters);
  const [leg, second] = fill.legs;
  const money =
    leg && !second && fill.price !== undefined && fill.quantity !== undefined
      ? notionalOf(leg, fill.price, fill.quantity)
      : undefined;
  const atMost = money?.hours?.isAtMost === true ? 'at most ' : '';
  return [
    energy && `${atMost}${energy} MWh`,
    money?.total && `${atMost}${formatters.whole(money.total)} ${money.currency}`,
  ];
}
