import { mergeClasses } from '@fluentui/react-components';
import { GivenFile } from '../look/given-file';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';

/** The whole journal as a file, not only what is shown here. */
export function JournalExport() {
  const { client } = useDesk();
  const look = useLook();
  return (
    <div className={look.section} role="group" aria-label="Export">
      <h3 className={look.subtitle}>Export the whole journal</h3>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        JSON Lines can be verified; CSV is for a spreadsheet. It costs no call.
      </p>
      <GivenFile
        asks={[
          { label: 'JSON Lines', ask: () => client.exportJournal('jsonl') },
          { label: 'CSV', ask: () => client.exportJournal('csv') },
        ]}
      />
    </div>
  );
}
