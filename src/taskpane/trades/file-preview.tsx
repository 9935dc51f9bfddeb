import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { TradeFileStyle } from '../../client/trade-downloads';
import { success, type Outcome } from '../../domain/failure';
import type { DownloadSelection } from '../../domain/trade-download';
import { usePane } from '../app/hooks';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

const useStyles = makeStyles({
  place: {
    overflowX: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  table: {
    borderCollapse: 'collapse',
    '& th, & td': { height: '24px', padding: '0 8px', textAlign: 'left', whiteSpace: 'nowrap' },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
    '& td': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
    '& [data-number]': { textAlign: 'right' },
  },
});

const PREVIEW_ROWS = 3;

type CsvStyle = TradeFileStyle & { readonly separator: string };

/** The first trades as a table, by what writes the file: its columns, and how it writes a number. */
export function FilePreview({ wanted, style }: { wanted: DownloadSelection; style: CsvStyle }) {
  const { client } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const key = JSON.stringify([wanted, style]);
  const [known, setKnown] = useState<{ key: string; begun: Outcome<string> }>();
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const file = await client.captures.file(wanted, style, PREVIEW_ROWS);
      const begun = file.ok ? success(await file.value.content.text()) : file;
      if (!gone) setKnown({ key, begun });
    };
    void ask();
    return () => void (gone = true);
    // `key` stands for what is asked for: the objects are others at every look.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, key]);
  const begun = known?.key === key ? known.begun : undefined;
  if (begun && !begun.ok) return <Note tone="bad">{failureInWords(begun.failure)}</Note>;
  const [names = [], ...rows] = begun ? recordsOf(begun.value, style.separator) : [];
  return (
    <div className={mergeClasses(shared.section, shared.small, shared.digits)}>
      <div className={shared.muted}>Preview</div>
      <div className={styles.place} tabIndex={0} role="group" aria-label="Preview of the file">
        <table className={styles.table}>
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name.replaceAll('-', ' ')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((field, column) => (
                  <td key={column} data-number={NUMBER.test(field) || undefined}>
                    {field}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const NUMBER = /^-?\d+([.,]\d+)?$/;

/** The fields of each record of a CSV (RFC 4180), whose quotes are taken off. */
export function recordsOf(csv: string, separator: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  const end = (): void => {
    fields.push(field);
    field = '';
  };
  for (let at = 0; at < csv.length; at += 1) {
    const letter = csv.charAt(at);
    if (isQuoted && letter === '"' && csv.charAt(at + 1) === '"') {
      field += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) field += letter;
    else if (letter === separator) end();
    else if (letter === '\n') {
      end();
      records.push(fields);
      fields = [];
    } else if (letter !== '\r' && letter !== '\uFEFF') field += letter;
  }
  if (field !== '' || fields.length > 0) {
    end();
    records.push(fields);
  }
  return records;
}
