import { Checkbox, mergeClasses } from '@fluentui/react-components';
import { usePane } from '../app/hooks';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { SEND_ANYWAY, warningTerm } from '../ui/text/limit-text';
import type { WarningGroup } from './warning-ticks';

interface GroupsProps {
  readonly groups: readonly WarningGroup[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
}

/** Warnings before a start, the same ones of several rows under one tick; each can be ticked by itself as well. */
export function WarningGroups({ groups, ticked, onTick }: GroupsProps) {
  const shared = useSharedStyles();
  if (groups.length === 0) return null;
  const set = (ticks: readonly string[], isOn: boolean): void => {
    const next = new Set(ticked);
    for (const tick of ticks) {
      if (isOn) next.add(tick);
      else next.delete(tick);
    }
    onTick(next);
  };
  return (
    <section className={shared.section} aria-label="Warnings to read">
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        A tick says: send anyway, I have checked, for as long as the program runs. A row without its ticks is
        held.
      </p>
      {groups.map((group) => (
        <Group key={group.code} group={group} ticked={ticked} onSet={set} />
      ))}
    </section>
  );
}

function Group({
  group: { code, warnings },
  ticked,
  onSet,
}: {
  group: WarningGroup;
  ticked: ReadonlySet<string>;
  onSet: (ticks: readonly string[], isOn: boolean) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const on = warnings.filter(({ tick }) => ticked.has(tick)).length;
  const isAll = on === warnings.length;
  const rows = warnings.map(({ row }) => formatters.count(row + 1)).join(', ');
  const name = `${warnings.length === 1 ? 'row' : 'rows'} ${rows}`;
  return (
    <Note tone="warning">
      <Checkbox
        label={
          <span className={shared.small}>
            <span className={shared.strong}>{warningTerm(code)}</span>: {name}
            {warnings.length === 1 && <span className={shared.line}>{warnings[0]?.message}</span>}
          </span>
        }
        aria-label={`${SEND_ANYWAY} ${name}: ${warningTerm(code)}`}
        checked={isAll ? true : on === 0 ? false : 'mixed'}
        onChange={() =>
          onSet(
            warnings.map(({ tick }) => tick),
            !isAll,
          )
        }
      />
      {warnings.length > 1 && (
        <details>
          <summary>Each row by itself</summary>
          {warnings.map(({ tick, row, message }) => (
            <Checkbox
              key={tick}
              label={<span className={shared.small}>{`Row ${formatters.count(row + 1)}: ${message}`}</span>}
              checked={ticked.has(tick)}
              onChange={(_, { checked }) => onSet([tick], checked === true)}
            />
          ))}
        </details>
      )}
    </Note>
  );
}
