import { Select } from '@fluentui/react-components';
import type { PlatformEvent } from '../../domain/event';
import { isRelevant, type Relevance } from '../app/event-relevance';
import { eventInWords } from '../app/event-text';
import { usePane } from '../app/hooks';
import { useSharedStyles } from '../ui/styles';
import { ToggleGroup } from '../ui/toggle-group';

interface EventChoice {
  readonly whose: 'all' | 'mine';
  /** Empty: every type. */
  readonly type: string;
}

export const NO_CHOICE: EventChoice = { whose: 'all', type: '' };

export interface EventRow {
  readonly event: PlatformEvent;
  readonly standing: Relevance;
  readonly isMine: boolean;
}

export const eventRows = (
  events: readonly PlatformEvent[],
  standing: (event: PlatformEvent) => Relevance,
): EventRow[] =>
  events.map((event) => {
    const own = standing(event);
    return { event, standing: own, isMine: isRelevant(own) };
  });

export const chosen = (rows: readonly EventRow[], { whose, type }: EventChoice): EventRow[] =>
  rows.filter(({ event, isMine }) => (whose === 'all' || isMine) && (type === '' || event.type === type));

/** Narrows the events by whom they concern and by what happened. */
export function EventFilter({
  rows,
  choice,
  onChoice,
}: {
  /** All of them, so that each choice says how many it holds. */
  rows: readonly EventRow[];
  choice: EventChoice;
  onChoice: (choice: EventChoice) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const mine = rows.filter(({ isMine }) => isMine).length;
  const types = [...new Set(rows.map(({ event }) => event.type))].sort();
  return (
    <div className={shared.section}>
      <ToggleGroup
        label="Show events"
        value={choice.whose}
        options={[
          { value: 'all', label: `All (${formatters.count(rows.length)})` },
          { value: 'mine', label: `Mine (${formatters.count(mine)})` },
        ]}
        onChange={(whose) => onChoice({ ...choice, whose })}
      />
      <Select
        size="small"
        aria-label="Type of event"
        value={choice.type}
        onChange={(_, { value }) => onChoice({ ...choice, type: value })}
      >
        <option value="">All types</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {eventInWords({ type })}
          </option>
        ))}
      </Select>
    </div>
  );
}
