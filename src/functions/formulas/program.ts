import type { Failure } from '../../domain/failure';
import type { Program } from '../../domain/program/program';
import type { RawRecord } from '../../domain/record';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { fieldsArgument, together, wordsArgument } from './arguments';
import { card, fieldCell } from './records';
import { table, type Column } from './tables';

const iso = (epochMs: number | undefined): string | null =>
  epochMs === undefined ? null : new Date(epochMs).toISOString();

const FIELDS = [
  'name',
  'state',
  'kind',
  'started-at',
  'started-by',
  'heard-at',
  'stopped-at',
  'stopped-why',
  'left',
  'live',
  'live-quantity',
  'fills',
  'rows',
  'held',
  'changes-last-minute',
  'calls',
  'calls-left',
] as const;

/** Numbers are counts; `live-quantity` has each unit once; `left` counts what is not known to be off the market after a stop. */
const recordOf = (program: Program): Record<(typeof FIELDS)[number], unknown> => ({
  name: program.name,
  state: program.state,
  kind: program.kind,
  'started-at': iso(program.startedAt),
  'started-by': program.startedBy?.name ?? null,
  'heard-at': iso(program.heardAt),
  'stopped-at': iso(program.stopped?.at),
  'stopped-why': program.stopped?.words ?? null,
  left: program.stopped?.left ?? null,
  live: program.live.quotes,
  'live-quantity': program.live.volumes.map(({ amount, unit }) => `${amount} ${unit}`).join(', '),
  fills: program.fills.count,
  rows: program.rows.length,
  held: program.rows.filter(({ state }) => state === 'held').length,
  'changes-last-minute': program.changesLastMinute,
  calls: program.calls,
  'calls-left': program.callsLeft,
});

/** PROGRAM: one program by its name, running ones before those that have stopped; without a name a table of all of a day. */
export function programFormula(given: { name: unknown; field: unknown }): Formula {
  const read = together({ names: wordsArgument(given.name, 'name'), fields: fieldsArgument(given.field) });
  if (!read.ok) return cellFailure(read.failure);
  const { names, fields } = read.value;
  const [only, ...others] = names ?? [];
  if (others.length > 0 && !fields) return cellFailure(FIELDS_MISSING);
  return (desk) =>
    inServiceTime(desk, (time) =>
      only === undefined ? all(desk, fields, time) : named(desk, { names: [only, ...others], fields, time }),
    );
}

function all(desk: FormulaContext, fields: readonly string[] | undefined, time: SheetTime): Shown {
  const programs = valueOf(desk, { kind: 'programs' });
  if (programs instanceof CellFailure) return programs;
  const columns = (fields ?? FIELDS).map((name): Column<Program> => ({
    name,
    cell: (program) => (name === '' ? '' : fieldCell(recordOf(program), name, { known: FIELDS, time })),
  }));
  return table({ columns, rows: programs, id: 'name', time, rest: '' });
}

function named(
  desk: FormulaContext,
  {
    names,
    fields,
    time,
  }: { names: readonly string[]; fields: readonly string[] | undefined; time: SheetTime },
): Shown {
  const programs = valueOf(desk, { kind: 'programs' });
  if (programs instanceof CellFailure) return programs;
  const recordNamed = (name: string): RawRecord | CellFailure => {
    const program = programs.find((known) => known.name.toLowerCase() === name.toLowerCase());
    return program ? recordOf(program) : cellFailure(noProgram(name));
  };
  if (!fields) return card(recordNamed(names[0] ?? ''), time);
  return names.map((name) => {
    const record = name === '' ? undefined : recordNamed(name);
    return fields.map((field): Cell =>
      record === undefined || field === '' ? '' : fieldCell(record, field, { known: FIELDS, time }),
    );
  });
}

const FIELDS_MISSING = refused(
  'Field names are missing for several programs.',
  'Add for example "state", or a row of names.',
);

const noProgram = (name: string): Failure => ({
  kind: 'not-found',
  message: `No program "${name}" runs, and none has stopped within a day.`,
  next: 'Programs are started in the room Programs of the pane.',
});
