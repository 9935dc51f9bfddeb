import { mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';
import { Day } from '../../domain/day';
import { fillOf, type Fill } from '../../domain/delivery/fill';
import type { RequestId } from '../../domain/identifiers';
import { useAnswer, usePane } from '../app/hooks';
import { useSharedStyles } from '../ui/styles';
import { FillTable } from './fill-table';

/** More are in a sheet or a file. */
const SHOWN_MAX = 50;
const READ_MAX = 1_000;
const SETTLED_MS = 1_000;

/**
 * Trades of the day that the desk has by the platform's records, and of which no action of its own is known: read from its store,
 * again whenever something is stored. It costs no call.
 */
export function useOtherTrades(today: string, own: readonly Fill[]): readonly Fill[] {
  const { client } = usePane();
  const [stored, setStored] = useState<readonly Fill[]>([]);
  const position = useMemo(
    () => ({ kind: 'position', by: 'month', from: `${today.slice(0, 7)}-01` }) as const,
    [today],
  );
  // It is told anew with every trade that is stored.
  const sums = useAnswer(client, position).value;
  useEffect(() => {
    let isLeft = false;
    const day = Day.safeParse(today);
    if (!day.success) return undefined;
    const read = async (): Promise<void> => {
      const answer = await client.captures.rows({ from: day.data, to: day.data }, { rowsMax: READ_MAX });
      if (answer.ok && !isLeft)
        setStored(
          answer.value.trades.map(({ trade, unlisted }) => ({ ...fillOf(trade), unlisted })).reverse(),
        );
    };
    // A download stores many, one after the other.
    const cancel = client.clock.after(sums ? SETTLED_MS : 0, () => void read());
    return () => {
      isLeft = true;
      cancel();
    };
  }, [client, today, sums, own.length]);
  const known = new Set(own.map(({ tradeId }) => tradeId));
  return stored.filter(({ tradeId }) => !known.has(tradeId));
}

/** They are of colleagues, of other venues, or of something whose outcome the desk does not know. */
export function OtherTrades({
  others,
  onOpen,
}: {
  others: readonly Fill[];
  onOpen: (id: RequestId) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  if (others.length === 0) return null;
  const more = others.length - SHOWN_MAX;
  return (
    <section className={shared.section} aria-label="Other trades of today">
      <h3 className={shared.subtitle}>Other trades of today</h3>
      <FillTable isOthers fills={others.slice(0, SHOWN_MAX)} label="Other trades of today" onOpen={onOpen} />
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        {more > 0 && `${formatters.count(more)} more are not shown. `}
        Not known to come from this desk, so not in the figures above. If one does, look in Journal for an
        action that is unknown or was resolved manually.
      </p>
    </section>
  );
}
