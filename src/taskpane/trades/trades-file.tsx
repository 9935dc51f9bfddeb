import { Field, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { TradeFileStyle } from '../../client/captures';
import type { CaptureWanted } from '../../domain/capture';
import { success, type Outcome } from '../../domain/failure';
import type { ExportPreset } from '../../domain/trade-export/preset';
import { GivenFile } from '../look/given-file';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { ToggleGroup } from '../look/toggle-group';
import { useDesk } from '../use-desk';
import { failureInWords } from '../words/failure-words';
import { CSV_STYLES, csvStyleFor } from './csv-style';

type Format = TradeFileStyle['format'];
const FORMATS: readonly { readonly value: Format; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'XLSX' },
  { value: 'jsonl', label: 'JSON Lines' },
];

/** The trades as a file, with a look at how it begins. */
export function TradesFile({ wanted, preset }: { wanted: CaptureWanted; preset: ExportPreset }) {
  const { client, figures } = useDesk();
  const look = useLook();
  const [format, setFormat] = useState<Format>('csv');
  const [csv, setCsv] = useState(() => csvStyleFor(figures));
  const { separator, decimal } = CSV_STYLES[csv] ?? CSV_STYLES[0];
  const style: TradeFileStyle = { format, preset, ...(format === 'csv' && { separator, decimal }) };
  return (
    <div className={look.section} role="group" aria-label="File">
      <h4 className={look.subtitle}>Save as file</h4>
      <ToggleGroup label="Format" value={format} options={FORMATS} onChange={setFormat} />
      {format === 'csv' && (
        <Field label="Separator and decimal sign" size="small">
          <Select
            size="small"
            value={String(csv)}
            onChange={(_, { value }) => setCsv(Number(value) in CSV_STYLES ? Number(value) : 0)}
          >
            {CSV_STYLES.map(({ words }, index) => (
              <option key={words} value={index}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {format === 'xlsx' ? (
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          Real dates and numbers, ids as text, the legs on a sheet of their own.
        </p>
      ) : (
        <Preview wanted={wanted} style={style} />
      )}
      <GivenFile asks={[{ label: 'Save the file', ask: () => client.captures.file(wanted, style) }]} />
    </div>
  );
}

const useStyles = makeStyles({
  preview: {
    margin: 0,
    padding: '6px 8px',
    overflowX: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase200,
  },
});

const PREVIEW_ROWS = 3;

/** The first lines, written by what writes the file. */
function Preview({ wanted, style }: { wanted: CaptureWanted; style: TradeFileStyle }) {
  const { client } = useDesk();
  const look = useLook();
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
  return (
    <div className={look.section}>
      <div className={mergeClasses(look.small, look.muted)}>The file begins so:</div>
      <pre className={styles.preview} tabIndex={0} aria-label="How the file begins">
        {begun?.value ?? '…'}
      </pre>
    </div>
  );
}
