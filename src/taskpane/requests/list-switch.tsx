import { ToggleGroup } from '../look/toggle-group';
import type { Filter } from './blotter';

const LISTS: readonly { value: Filter['list']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

/** Which requests are listed. */
export function ListSwitch({
  list,
  onChange,
}: {
  list: Filter['list'];
  onChange: (list: Filter['list']) => void;
}) {
  return <ToggleGroup label="Open or closed" value={list} options={LISTS} onChange={onChange} />;
}
