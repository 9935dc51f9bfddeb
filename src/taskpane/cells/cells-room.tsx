import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useLook } from '../look/look';
import type { Place } from '../place';
import { ReadySheets } from '../ready-made/ready-sheets';
import type { Sheet } from '../sheet';
import { useDesk } from '../use-desk';
import { ErrorList } from './error-list';
import { ModeSwitch } from './mode-switch';
import { onSheet, reachOf } from './reach';
import { RefreshRows } from './refresh-rows';
import { repairFormulas } from './repairing';
import { SelectedSource } from './selected-source';
import { useCells, useSheet } from './use-cells';
import { useSelected } from './use-selected';

/** The cells of the workbook: what they fetch, where the selected one comes from, which are in error. */
export function CellsRoom({ place }: { place: Extract<Place, { room: 'cells' }> }) {
  const look = useLook();
  const sheet = useSheet();
  const cells = useCells();
  const looked = useSelected(sheet, cells);
  const source = useRef<HTMLHeadingElement>(null);
  const errors = useRef<HTMLHeadingElement>(null);
  const reach = looked?.ok ? reachOf(looked.value, cells) : undefined;
  // A new place, even the same one again, is a new wish to be there.
  useEffect(() => {
    if (place.at === 'source') source.current?.focus();
    if (place.at === 'errors') errors.current?.focus();
  }, [place]);
  return (
    <section className={look.room} aria-label="Cells">
      <h2 className={look.title}>Cells</h2>
      <ModeSwitch />
      <RefreshRows
        selection={reach?.states ?? []}
        sheet={looked?.ok ? onSheet(cells, looked.value.selection.sheet) : []}
        book={cells}
      />
      <h2 className={look.title} ref={source} tabIndex={-1}>
        Selected cell
      </h2>
      {sheet ? <SelectedSource looked={looked} reach={reach} /> : <p className={look.text}>{NO_SHEET}</p>}
      <h2 className={look.title} ref={errors} tabIndex={-1}>
        Cells in error
      </h2>
      <ErrorList cells={cells} />
      {sheet && <Repair sheet={sheet} />}
      {sheet && <ReadySheets sheet={sheet} />}
    </section>
  );
}

const NO_SHEET = 'There is no spreadsheet here. Open the pane in Excel.';

/** For cells that show #NAME? because the add-in came late, and for those that were moved. */
function Repair({ sheet }: { sheet: Sheet }) {
  const { figures, notice } = useDesk();
  const look = useLook();
  const repair = async (): Promise<void> => notice.set((await repairFormulas(sheet, figures)).text);
  return (
    <div className={look.section}>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        Cells that show #NAME?, or that were moved and stay behind: this enters the formulas of the desk anew.
      </p>
      <div>
        <Button size="small" onClick={() => void repair()}>
          Repair formulas
        </Button>
      </div>
    </div>
  );
}
