import type { Route } from '../app/route';
import { ToggleGroup } from '../ui/toggle-group';

type TodayPart = 'today' | 'journal' | 'calls';
const TODAY_PARTS: readonly { readonly value: TodayPart; readonly label: string }[] = [
  { value: 'today', label: 'Fills' },
  { value: 'journal', label: 'Journal' },
  { value: 'calls', label: 'Calls' },
];

/** The three parts of what the day brought. */
export function TodayParts({ part, onGo }: { part: TodayPart; onGo: (route: Route) => void }) {
  return (
    <ToggleGroup
      label="Part of today"
      options={TODAY_PARTS}
      value={part}
      onChange={(room) => onGo({ room })}
    />
  );
}
