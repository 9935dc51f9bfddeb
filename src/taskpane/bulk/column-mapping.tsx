import { Button, Field, makeStyles, mergeClasses, Select } from '@fluentui/react-components';
import { useState } from 'react';
import { BULK_COLUMNS, type BulkColumn, type Mapping } from '../../domain/bulk/column';
import { useSharedStyles } from '../ui/styles';
import { TextField } from '../ui/fields';
import { areaAddress, cellOf, localAddress } from '../excel/address';
import { usePane } from '../app/hooks';
import { useBulkQuoting, type BulkState } from './bulk-quoting';
import { COLUMN_WORDS } from '../quoting/bulk-columns';
import type { SheetTable } from './table';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))', gap: '6px 10px' },
  field: { minWidth: 0, '& select': { minWidth: 0 } },
});

/** Which column means what, and where results go. It opens by itself where somebody has to choose. */
export function ColumnMapping({ table, state }: { table: SheetTable; state: BulkState }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || state.phase === 'mapping';
  const { row, column } = table.corner;
  const rows = (table.rows.at(-1)?.row ?? row) - row + 1;
  const area = areaAddress({ row, column, rows, columns: table.headings.length });
  const left = table.hidden === 1 ? 'hidden row is' : 'hidden rows are';
  const hidden = table.hidden > 0 ? ` ${formatters.count(table.hidden)} ${left} left out.` : '';
  const isFixed = state.phase === 'pressing' || state.phase === 'running';
  return (
    <div className={shared.section} role="group" aria-label="Table">
      <p className={mergeClasses(shared.text, shared.small)}>
        {table.sheet}, {area}.{hidden}
      </p>
      {!isFixed && (
        <div>
          <Button
            size="small"
            appearance="subtle"
            className={shared.flush}
            aria-expanded={shown}
            onClick={() => setOpen(!shown)}
          >
            Columns and results
          </Button>
        </div>
      )}
      {shown && !isFixed && <Fields table={table} state={state} />}
    </div>
  );
}

function Fields({ table, state }: { table: SheetTable; state: BulkState }) {
  const bulk = useBulkQuoting();
  const shared = useSharedStyles();
  const styles = useStyles();
  const choose = (column: BulkColumn, place: number | undefined): void => {
    const { [column]: _, ...others } = state.mapping;
    const mapping: Mapping = place === undefined ? others : { ...others, [column]: place };
    void bulk.map(mapping);
  };
  return (
    <>
      <div className={mergeClasses(shared.small, styles.fields)}>
        {BULK_COLUMNS.map((column) => {
          const unclear = state.unclear.find((one) => one.column === column);
          return (
            <Field
              key={column}
              className={styles.field}
              size="small"
              label={COLUMN_WORDS[column]}
              {...(unclear && { validationState: 'warning', validationMessage: 'Several columns match.' })}
            >
              <Select
                size="small"
                value={String(state.mapping[column] ?? '')}
                onChange={(_, { value }) => choose(column, value === '' ? undefined : Number(value))}
              >
                <option value="">{unclear ? 'Choose one' : 'Not in this table'}</option>
                {table.headings.map((heading, place) => (
                  <option key={place} value={place}>
                    {heading || `Column ${letter(table.corner.column + place)}`}
                  </option>
                ))}
              </Select>
            </Field>
          );
        })}
      </div>
      <ResultPlace state={state} />
    </>
  );
}

const letter = (column: number): string => localAddress({ row: 0, column }).replace(/\d+$/, '');

function ResultPlace({ state: { place } }: { state: BulkState }) {
  const bulk = useBulkQuoting();
  const [typed, setTyped] = useState<string>();
  if (!place) return null;
  const change = (text: string): void => {
    setTyped(text);
    const cell = cellOf(`Any!${text.trim()}1`);
    if (cell) bulk.putResultsAt({ ...place, column: cell.column });
  };
  const isWrong = typed !== undefined && !cellOf(`Any!${typed.trim()}1`);
  return (
    <TextField
      label="Results from column"
      text={typed ?? letter(place.column)}
      lengthMax={3}
      hint="Four columns. Nothing is overwritten."
      wrong={isWrong ? 'Write the letters of a column, such as Q.' : undefined}
      onChange={change}
    />
  );
}
