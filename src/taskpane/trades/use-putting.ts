import type { Shown } from '../../domain/trade-export/trade-table';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { Environment } from '../../domain/desk-status';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import { STATUS, useAnswer, usePane, useSheet } from '../app/hooks';
import { tradeTables } from '../excel/trade-tables';
import { failureInWords } from '../ui/text/status-text';
import type { Formatters } from '../ui/formatters';
import { putTrades, shownTables, type Put, type Putting, type ShownTable } from './put-trades';

/** What is to be written; without a table on a new sheet. */
export interface PutWish {
  readonly shown: Shown;
  readonly table?: ShownTable;
}

/** Writing into the workbook: one at a time. */
export interface PuttingRoom {
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

export function usePutting(): PuttingRoom {
  const room = useContext(PuttingContext);
  if (!room) throw new Error('A part of the room of trades stands outside it.');
  return room;
}

const NOTHING_YET: Putting = { read: 0, added: 0, completed: 0 };

/** Leaving the room stops it: what was written stays, and the next press goes on. */
export function useOnePutting(): PuttingRoom {
  const { client, formatters, notice } = usePane();
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
    });
    const text = putInWords(outcome, formatters);
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
  readonly rows: Parameters<typeof putTrades>[0]['captures']['rows'];
  readonly onProgress: (so: Putting) => void;
  readonly stopped: () => boolean;
}

/** Trades of one environment never come into a table of another, also when somebody signs in elsewhere meanwhile. */
async function putThere(
  { shown, table }: PutWish,
  environment: () => Environment | undefined,
  { rows, onProgress, stopped }: Watch,
): Promise<Outcome<Put>> {
  if (environment() !== shown.environment) return failed(elsewhere(shown.environment));
  return putTrades(
    { captures: { rows }, tables: tradeTables },
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
export function putInWords(outcome: Outcome<Put>, formatters: Formatters): string {
  if (!outcome.ok) return failureInWords(outcome.failure);
  const { table, added, completed, changed, stopped } = outcome.value;
  const parts = [
    ...(added > 0 ? [`${trades(added, formatters)} added`] : []),
    ...(completed > 0 ? [`${trades(completed, formatters)} completed with their prices`] : []),
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
