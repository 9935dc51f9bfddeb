import type { Shown } from '../../domain/trade-export/trade-table';
import { Button, mergeClasses } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { usePane, STATUS, useAnswer, useSheet } from '../app/hooks';
import { useZoneName } from '../app/today';
import { counted } from '../ui/text/cell-text';
import { wantedInWords, Progress, useDownloads } from './downloads';
import {
  NOTHING_YET,
  tableFor,
  putTrades,
  shownTables,
  type Put,
  type Putting,
  type ShownTable,
} from './put-trades';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { Environment } from '../../domain/desk-status';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import { tradeTables } from '../excel/trade-tables';
import { failureInWords } from '../ui/text/status-text';
import type { Formatters } from '../ui/formatters';

/** Captured trades as a table of Excel: on a new sheet, or what is new into the table that shows just these. */
export function PutIntoSheet({ shown, count }: { shown: Shown; count: number }) {
  const { tables, now, put } = usePutting();
  const shared = useSharedStyles();
  const zoneName = useZoneName(shown.zone);
  const table = tableFor(tables, shown);
  const isBusy = now !== undefined;
  return (
    <div className={shared.section} role="group" aria-label="Table">
      <h4 className={shared.subtitle}>Put into the sheet</h4>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        An Excel table on a sheet of its own: real dates in {zoneName}, numbers, ids as text.
      </p>
      <div className={shared.line}>
        {table && (
          <Button size="small" disabledFocusable={isBusy} onClick={() => put({ shown, table })}>
            Bring {table.key.name} up to date
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
        An update adds newly downloaded trades, later prices and corrections, and marks what is no longer
        listed. It costs no call.
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

/** What is to be written; without a table on a new sheet. */
interface PutWish {
  readonly shown: Shown;
  readonly table?: ShownTable;
}

/** Writing into the workbook: one at a time. */
interface PuttingRoom {
  /** The tables of the workbook that the desk can go on with. */
  readonly tables: readonly ShownTable[];
  /** What is being written now. */
  readonly now?: (PutWish & { readonly so: Putting }) | undefined;
  /** What became of the last one. */
  readonly last?: (PutWish & { readonly text: string; readonly trouble: boolean }) | undefined;
  readonly put: (wish: PutWish) => void;
  readonly stop: () => void;
}

const PuttingContext = createContext<PuttingRoom | undefined>(undefined);
export const PuttingProvider = PuttingContext.Provider;

function usePutting(): PuttingRoom {
  const room = useContext(PuttingContext);
  if (!room) throw new Error('A part of the room of trades stands outside it.');
  return room;
}

/** Leaving the room stops it: what was written stays, and the next press goes on. */
export function useOnePutting(): PuttingRoom {
  const { client, formatters, notice } = usePane();
  const downloads = useDownloads().value ?? [];
  const hasSheet = useSheet() !== undefined;
  const environment = useAnswer(client, STATUS).value?.environment;
  const [tables, setTables] = useState<readonly ShownTable[]>([]);
  const [now, setNow] = useState<PuttingRoom['now']>();
  const [last, setLast] = useState<PuttingRoom['last']>();
  const stopping = useRef(false);
  const left = useRef(false);
  const place = useRef(environment);
  useEffect(() => {
    place.current = environment;
  }, [environment]);
  useEffect(() => {
    left.current = false;
    if (hasSheet) void tablesNow().then(setTables);
    return () => {
      left.current = true;
      stopping.current = true;
    };
  }, [hasSheet]);
  const put = async (wish: PutWish): Promise<void> => {
    stopping.current = false;
    setLast(undefined);
    setNow({ ...wish, so: NOTHING_YET });
    const outcome = await putThere(wish, () => place.current, {
      rows: (...asked) => client.captures.rows(...asked),
      onProgress: (so) => setNow({ ...wish, so }),
      stopped: () => stopping.current,
      corrected: new Set(downloads.flatMap(({ changed = [] }) => changed)),
    });
    const text = putInWords(outcome, { isNew: wish.table === undefined, formatters });
    setNow(undefined);
    setLast({ ...wish, text, trouble: !outcome.ok });
    if (left.current) notice.set(text);
    setTables(await tablesNow());
  };
  return { tables, now, last, put: (wish) => void put(wish), stop: () => void (stopping.current = true) };
}

async function tablesNow(): Promise<readonly ShownTable[]> {
  const known = await tradeTables.known();
  return known.ok ? shownTables(known.value) : [];
}

interface Watch {
  readonly rows: Parameters<typeof putTrades>[0]['downloads']['rows'];
  readonly onProgress: (so: Putting) => void;
  readonly stopped: () => boolean;
  readonly corrected: ReadonlySet<string>;
}

/** Trades of one environment never come into a table of another, also when somebody signs in elsewhere meanwhile. */
async function putThere(
  { shown, table }: PutWish,
  environment: () => Environment | undefined,
  { rows, onProgress, stopped, corrected }: Watch,
): Promise<Outcome<Put>> {
  if (environment() !== shown.environment) return failed(elsewhere(shown.environment));
  return putTrades(
    { downloads: { rows }, tables: tradeTables, corrected },
    { shown, table: table?.key },
    { onProgress, stopped: () => stopped() || environment() !== shown.environment },
  );
}

const elsewhere = (environment: Environment): Failure => ({
  kind: 'wrong-state',
  message: `This table holds trades of the ${environment}, and the desk is signed in elsewhere.`,
  next: `Sign in to the ${environment} first, or put the trades into a new sheet.`,
});

/** What was done, for the person who pressed. */
function putInWords(
  outcome: Outcome<Put>,
  { isNew, formatters }: { readonly isNew: boolean; readonly formatters: Formatters },
): string {
  if (!outcome.ok) return failureInWords(outcome.failure);
  const { table, added, completed, corrected, unlisted, relisted, changed, stopped } = outcome.value;
  const parts = [
    ...(added > 0
      ? [`${trades(added, formatters)} added${isNew && !stopped ? ', all that were stored then' : ''}`]
      : []),
    ...(completed > 0 ? [`${trades(completed, formatters)} completed with their prices`] : []),
    ...(corrected > 0 ? [`${trades(corrected, formatters)} as corrected by the platform`] : []),
    ...(unlisted > 0 ? [`${trades(unlisted, formatters)} no longer listed, now marked not-listed`] : []),
    ...(relisted > 0 ? [`${trades(relisted, formatters)} listed again`] : []),
  ];
  const done = parts.length > 0 ? `${parts.join(', ')}.` : 'nothing new.';
  const words = changed === 1 ? 'One value is' : `${formatters.count(changed)} values are`;
  return [
    `${table.name}: ${done}`,
    stopped && 'Stopped: press again for the rest.',
    changed > 0 &&
      `${words} not as the platform wrote it: Excel holds 15 digits of a number and 32,767 characters of a text, so long numbers stand there as text and long texts are cut.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const trades = (count: number, formatters: Formatters): string =>
  `${formatters.count(count)} ${count === 1 ? 'trade' : 'trades'}`;
