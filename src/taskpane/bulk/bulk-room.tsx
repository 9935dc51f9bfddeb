import { Button, mergeClasses } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { insertReadyMade } from '../ready-made/ready-made';
import { useDesk, useWatched } from '../use-desk';
import { BatchProgress } from './batch-progress';
import { BulkPlan } from './bulk-plan';
import type { BulkState } from './bulk-state';
import { ColumnMapping } from './column-mapping';
import { useBulk } from './use-bulk';

/** Many quotes, price proposals and withdrawals from the rows of a sheet. */
export function BulkRoom() {
  const bulk = useBulk();
  const look = useLook();
  const state = useWatched(bulk.state);
  return (
    <section className={look.room} aria-label="Bulk quotes" data-room>
      <h2 className={look.title} tabIndex={-1} data-home>
        Bulk quotes
      </h2>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        Select rows of a table in the sheet, or one cell for all of it. Checking sends nothing.
      </p>
      <Beginning state={state} />
      {state.says && <Note tone="warning">{state.says}</Note>}
      <div role="status" aria-label="Bulk">
        {WAITS[state.phase] && <p className={look.text}>{WAITS[state.phase]}</p>}
      </div>
      {state.table && <ColumnMapping table={state.table} state={state} />}
      {state.run ? <BatchProgress rows={state.run} phase={state.phase} /> : <BulkPlan state={state} />}
    </section>
  );
}

const WAITS: Partial<Record<BulkState['phase'], string>> = {
  reading: 'Reading the sheet.',
  looking: 'Looking at the market of each row.',
  pressing: 'Reading the sheet once more.',
};

function Beginning({ state: { phase } }: { state: BulkState }) {
  const { notice, office } = useDesk();
  const bulk = useBulk();
  const look = useLook();
  const place = useWatched(office);
  if (place.kind !== 'excel')
    return <p className={look.text}>There is no spreadsheet here. Open the pane in Excel.</p>;
  const isBusy = phase === 'reading' || phase === 'pressing' || phase === 'running';
  const insert = async (): Promise<void> =>
    notice.set((await insertReadyMade('quote-sheet', place.sheet)).text);
  return (
    <div className={look.line}>
      <Button size="small" disabledFocusable={isBusy} onClick={() => !isBusy && void bulk.check()}>
        {phase === 'idle' ? 'Check the rows' : 'Check again'}
      </Button>
      <Button size="small" appearance="subtle" onClick={() => void insert()}>
        Insert a quote sheet
      </Button>
    </div>
  );
}
