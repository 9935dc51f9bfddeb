import { Select } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { ToggleGroup } from '../look/toggle-group';
import { useDesk } from '../use-desk';
import { eventInWords } from '../words/event-words';
import type { EventChoice, EventRow } from './event-rows';

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
  const { figures } = useDesk();
  const look = useLook();
  const mine = rows.filter(({ isMine }) => isMine).length;
  const types = [...new Set(rows.map(({ event }) => event.type))].sort();
  return (
    <div className={look.section}>
      <ToggleGroup
        label="Show events"
        value={choice.whose}
        options={[
          { value: 'all', label: `All (${figures.count(rows.length)})` },
          { value: 'mine', label: `Concern me (${figures.count(mine)})` },
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
