import { Field, mergeClasses, Select } from '@fluentui/react-components';
import { useState } from 'react';
import type { GatewayFile } from '../../client/http';
import { coverageIn, type TradeFileStyle } from '../../client/trade-downloads';
import { success, type Outcome } from '../../domain/failure';
import { hasEnded, type DownloadSelection, type TradeDownload } from '../../domain/trade-download';
import { EXPORT_PRESETS, type ExportPreset } from '../../domain/trade-export/preset';
import { GivenFile } from '../app/file-download';
import { STATUS, useAnswer, usePane, useSheet } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { counted } from '../ui/text/cell-text';
import { ToggleGroup } from '../ui/toggle-group';
import { Completeness } from './completeness';
import { haveOf, type Unproven } from './downloads';
import { FilePreview } from './file-preview';
import { PutIntoSheet } from './put-into-sheet';

const PRESET_WORDS: Record<ExportPreset, string> = {
  desk: 'Desk: the usual columns',
  full: 'Full: every field',
  acer: 'ACER: in the order of REMIT Table 1',
  'acer-legs': 'ACER, a row for each leg (file)',
};

/** Where captured trades go: into a table of the workbook or into a file. Neither costs a call. */
export function TradesOut({
  capture,
  today,
  unproven,
}: {
  capture: TradeDownload;
  today: string;
  unproven: Unproven | undefined;
}) {
  const { client } = usePane();
  const shared = useSharedStyles();
  const sheet = useSheet();
  const status = useAnswer(client, STATUS).value;
  const [preset, setPreset] = useState<ExportPreset>('desk');
  const [saved, setSaved] = useState<string>();
  const { wanted } = capture;
  return (
    <section className={shared.section} aria-label="Sheet or file">
      {!hasEnded(capture) && (
        <Note>The download is not complete: only the trades downloaded so far are included.</Note>
      )}
      <Completeness wanted={wanted} saved={saved} unproven={unproven} />
      <Field label="Columns" size="small">
        <Select
          size="small"
          value={preset}
          onChange={(_, { value }) => setPreset(EXPORT_PRESETS.find((one) => one === value) ?? 'desk')}
        >
          {EXPORT_PRESETS.map((one) => (
            <option key={one} value={one}>
              {PRESET_WORDS[one]}
            </option>
          ))}
        </Select>
      </Field>
      {preset.startsWith('acer') && (
        <Note>It is the start of a report, not a report: your reporting party completes it.</Note>
      )}
      {sheet && status && preset !== 'acer-legs' && (
        <PutIntoSheet
          count={haveOf(capture)}
          shown={{
            environment: status.environment,
            wanted,
            follows: wanted.to === today,
            preset,
            zone: status.shownZone ?? status.zone,
          }}
        />
      )}
      <TradesFile wanted={wanted} preset={preset} saved={saved} onSaved={setSaved} />
    </section>
  );
}

type Format = Exclude<TradeFileStyle['format'], 'about'>;
const FORMATS: readonly { readonly value: Format; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'XLSX' },
  { value: 'jsonl', label: 'JSON Lines' },
];

const FORMAT_WORDS = {
  xlsx: 'Real dates and numbers, ids as text, the legs on a sheet of their own.',
  jsonl: 'One trade per line, for other software.',
} as const satisfies Partial<Record<Format, string>>;

/** The trades as a file, with a look at how it begins. */
function TradesFile({
  wanted,
  preset,
  saved,
  onSaved,
}: {
  wanted: DownloadSelection;
  preset: ExportPreset;
  /** The name of the last file that was saved here. */
  saved: string | undefined;
  onSaved: (name: string) => void;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const [format, setFormat] = useState<Format>('csv');
  const [csv, setCsv] = useState(() => csvStyleFor(formatters));
  const { separator, decimal } = CSV_STYLES[csv] ?? CSV_STYLES[0];
  const style: TradeFileStyle = { format, preset, ...(format === 'csv' && { separator, decimal }) };
  const about = (file: string | undefined): Promise<Outcome<GatewayFile>> =>
    client.captures.file(wanted, { format: 'about', preset, file });
  const save = async (): Promise<Outcome<GatewayFile & { holds?: string | undefined }>> => {
    const file = await client.captures.file(wanted, style);
    if (!file.ok) return file;
    const told = await about(file.value.name);
    const facts = told.ok ? coverageIn(await told.value.content.text()) : undefined;
    onSaved(file.value.name);
    return success({ ...file.value, holds: facts && counted(facts.trades, 'trade', formatters) });
  };
  return (
    <div className={shared.section} role="group" aria-label="File">
      <h4 className={shared.subtitle}>Save as file</h4>
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
      {format === 'csv' ? (
        <FilePreview wanted={wanted} style={{ ...style, separator }} />
      ) : (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>{FORMAT_WORDS[format]}</p>
      )}
      <GivenFile
        asks={[
          { label: 'Save the file', ask: save },
          { label: 'What it covers', ask: () => about(saved) },
        ]}
      />
    </div>
  );
}

interface CsvStyle extends Required<Pick<TradeFileStyle, 'separator' | 'decimal'>> {
  readonly words: string;
}

/** The pairs that programs open by themselves, and one for those that ask. */
const CSV_STYLES = [
  { separator: ',', decimal: '.', words: 'Comma and 1.5, as in English' },
  { separator: ';', decimal: ',', words: 'Semicolon and 1,5, as in German' },
  { separator: ';', decimal: '.', words: 'Semicolon and 1.5' },
  { separator: '\t', decimal: '.', words: 'Tab and 1.5' },
  { separator: '\t', decimal: ',', words: 'Tab and 1,5' },
] as const satisfies readonly CsvStyle[];

/** The place of the style that suits how this person writes numbers. */
const csvStyleFor = (formatters: Pick<Formatters, 'quantity'>): number =>
  formatters.quantity('1.5').includes(',') ? 1 : 0;
