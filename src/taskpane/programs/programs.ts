import { useEffect, useState } from 'react';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Program } from '../../domain/program/program';
import type { ProgramId } from '../../domain/program-mark';
import type { PaneContext, PagePrograms } from '../app/context';
import { usePane } from '../app/hooks';
import { Observable } from '../app/observable';
import { chosenTable } from './program-rows';
import { SheetProgram } from './sheet-program';

type Options = Pick<PaneContext, 'client' | 'arm' | 'presses' | 'office'>;

/** The programs of this page: it alone speaks for them, and without it they stop. */
export class Programs implements PagePrograms {
  /** Those that are written, that run and that have ended here, the newest first. */
  readonly own = new Observable<readonly SheetProgram[]>([]);

  constructor(private readonly options: Options) {}

  /** A new one of the table that is selected. It sends nothing. */
  async begin(): Promise<Outcome<SheetProgram>> {
    const place = this.options.office.get();
    if (place.kind !== 'excel') return failed(NO_SHEET);
    const used = await place.sheet.usedCells();
    const chosen = used.ok ? chosenTable(used.value) : used;
    if (!chosen.ok) return chosen;
    const { table } = chosen.value;
    const drafts = this.own.get().filter(({ state }) => state.get().phase === 'draft');
    for (const draft of drafts) draft.close();
    const others = this.own.get().filter((one) => !drafts.includes(one));
    const name = nameFor(
      table.sheet,
      others.map(({ state }) => state.get().name),
    );
    const made = new SheetProgram({ ...this.options, sheet: place.sheet, table, name });
    this.own.set([made, ...others]);
    return success(made);
  }

  /** A draft is dropped, or one that has ended is put away. */
  close(program: SheetProgram): void {
    const { phase } = program.state.get();
    if (phase === 'running' || phase === 'starting') return;
    program.close();
    this.own.set(this.own.get().filter((one) => one !== program));
  }

  /** Stops one, of this page or of another, and everything of it is withdrawn. */
  stop(id: ProgramId): Promise<Outcome<Program>> {
    const own = this.own.get().find((one) => one.id === id);
    return own?.state.get().phase === 'running' ? own.stop() : this.options.client.programs.stop(id);
  }

  /** Stops all that run here, and answers how many that are. */
  stopAll(): number {
    const running = this.own.get().filter(({ state }) => state.get().phase === 'running');
    for (const { id } of running) void this.stop(id);
    return running.length;
  }

  /** Another desk: nothing is wanted there, and the gateway has stopped what ran. */
  forget(): void {
    for (const program of this.own.get()) program.close();
    this.own.set([]);
  }
}

/** "Quote sheet", or "Quote sheet 2" where one of that name is here. */
function nameFor(sheet: string, taken: readonly string[]): string {
  const names = Array.from({ length: taken.length + 1 }, (_, at) =>
    at === 0 ? sheet : `${sheet} ${at + 1}`,
  );
  return names.find((name) => !taken.includes(name)) ?? sheet;
}

const NO_SHEET: Failure = {
  kind: 'unavailable',
  message: 'No spreadsheet is open.',
  next: 'Open the pane in Excel.',
};

/** The one of this pane, made when its room is opened. */
export function usePrograms(): Programs {
  const pane = usePane();
  const [programs] = useState(() => {
    const known = pane.programs.get();
    return known instanceof Programs ? known : new Programs(pane);
  });
  // Not while this is rendered: parts of the pane that are in sight follow it.
  useEffect(() => pane.programs.set(programs), [pane, programs]);
  return programs;
}
