import { Field, Select } from '@fluentui/react-components';
import { useState } from 'react';
import { hasEnded, type Capture } from '../../domain/capture';
import { EXPORT_PRESETS, type ExportPreset } from '../../domain/trade-export/preset';
import { useSheet } from '../cells/use-cells';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { STATUS, useAnswer, useDesk } from '../use-desk';
import { haveOf } from './capture-words';
import { PutIntoSheet } from './put-into-sheet';
import { TradesFile } from './trades-file';

const PRESET_WORDS: Record<ExportPreset, string> = {
  desk: 'Desk: what a trader looks at',
  full: 'Full: all that the service wrote',
  acer: 'ACER: in the order of REMIT Table 1',
};

/** Where captured trades go: into a table of the workbook or into a file. Neither costs a call. */
export function TradesOut({ capture, today }: { capture: Capture; today: string }) {
  const { client } = useDesk();
  const look = useLook();
  const sheet = useSheet();
  const status = useAnswer(client, STATUS).value;
  const [preset, setPreset] = useState<ExportPreset>('desk');
  const { wanted } = capture;
  return (
    <section className={look.section} aria-label="Sheet or file">
      {!hasEnded(capture) && <Note>Not all of these trades are here yet: only what is kept now.</Note>}
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
      {sheet && status && (
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
      <TradesFile wanted={wanted} preset={preset} />
    </section>
  );
}
