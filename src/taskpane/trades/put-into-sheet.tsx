import type { Shown } from '../../domain/trade-export/trade-table';
import { Button, mergeClasses } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { usePane } from '../app/hooks';
import { counted } from '../ui/text/cell-text';
import { wantedInWords } from './download-text';
import { Progress } from './progress';
import { tableFor } from './put-trades';
import { usePutting, type PutWish } from './use-putting';

/** Captured trades as a table of Excel: on a new sheet, or what is new into the table that shows just these. */
export function PutIntoSheet({ shown, count }: { shown: Shown; count: number }) {
  const { tables, now, put } = usePutting();
  const shared = useSharedStyles();
  const table = tableFor(tables, shown);
  const isBusy = now !== undefined;
  return (
    <div className={shared.section} role="group" aria-label="Table">
      <h4 className={shared.subtitle}>Put into the sheet</h4>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        An Excel table on a sheet of its own: real dates by the clocks of {shown.zone}, numbers, ids as text.
      </p>
      <div className={shared.line}>
        {table && (
          <Button size="small" disabledFocusable={isBusy} onClick={() => put({ shown, table })}>
            Add what is new to {table.key.name}
          </Button>
        )}
        <Button size="small" disabledFocusable={isBusy} onClick={() => put({ shown })}>
          {table ? 'Another new sheet' : 'Put into a new sheet'}
        </Button>
      </div>
      <PuttingState count={count} isOwn={(wish) => JSON.stringify(wish.shown) === JSON.stringify(shown)} />
    </div>
  );
}

/** The tables that an earlier press made, today or before the workbook was saved. */
export function TableList({ today }: { today: string }) {
  const { tables, now, put } = usePutting();
  const shared = useSharedStyles();
  if (tables.length === 0) return null;
  return (
    <>
      <h3 className={shared.title}>Tables in this workbook</h3>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        An update adds newly captured trades and later prices, and changes nothing else. It costs no call.
      </p>
      <ul className={mergeClasses(shared.list, shared.section)} aria-label="Tables in this workbook">
        {tables.map((table) => {
          const shown = upTo(table.shown, today);
          return (
            <li key={table.key.id} className={shared.card}>
              <div className={shared.strong}>{table.key.name}</div>
              <div className={shared.small}>
                On sheet {table.sheet}: {wantedInWords(shown.wanted)} · {shown.preset} columns
              </div>
              <div>
                <Button
                  size="small"
                  disabledFocusable={now !== undefined}
                  onClick={() => put({ shown, table })}
                >
                  Bring {table.key.name} up to date
                </Button>
              </div>
              <PuttingState isOwn={(wish) => wish.table?.key.id === table.key.id} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A table that was made up to the day on which it was made goes on to the present day. */
const upTo = (shown: Shown, today: string): Shown =>
  shown.follows && shown.wanted.to < today ? { ...shown, wanted: { ...shown.wanted, to: today } } : shown;

/** How far writing is, or what became of it. */
function PuttingState({ isOwn, count }: { isOwn: (wish: PutWish) => boolean; count?: number }) {
  const { formatters } = usePane();
  const { now, last, stop } = usePutting();
  const shared = useSharedStyles();
  if (now && isOwn(now)) {
    const { read, added } = now.so;
    return (
      <div className={shared.section}>
        <Progress
          label="Writing into the sheet"
          share={count === undefined || count === 0 ? undefined : Math.min(1, Math.max(read, added) / count)}
        />
        <div className={mergeClasses(shared.small, shared.digits)}>
          {counted(added, 'trade', formatters)} written. It waits while you edit a cell. Leaving this room
          stops it.
        </div>
        <div>
          <Button size="small" onClick={stop}>
            Stop writing
          </Button>
        </div>
      </div>
    );
  }
  if (last && isOwn(last))
    return (
      <Note tone={last.trouble ? 'bad' : 'good'} live>
        {last.text}
      </Note>
    );
  return null;
}
