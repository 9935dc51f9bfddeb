import { mergeClasses } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import { useToday } from '../app/today';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { DownloadForm } from './download-form';
import { DownloadList } from './download-list';
import { TableList, PuttingProvider, useOnePutting } from './put-into-sheet';

/** Captures of trades, and what was captured put into the sheet or a file. */
export function TradesRoom() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const status = useAnswer(client, STATUS).value;
  const putting = useOnePutting();
  return (
    <section className={shared.room} aria-label="Trades">
      <h2 className={shared.title}>Trades</h2>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Download trade details for a period. Each trade is downloaded once, after all other calls. Sheets and
        files made from them cost no call.
      </p>
      {status ? (
        <Parts zone={status.zone} putting={putting} />
      ) : (
        <p className={shared.text}>Waiting for the desk.</p>
      )}
    </section>
  );
}

function Parts({ zone, putting }: { zone: string; putting: ReturnType<typeof useOnePutting> }) {
  const today = useToday(zone);
  return (
    <PuttingProvider value={putting}>
      <DownloadForm today={today} zone={zone} />
      <DownloadList today={today} />
      <TableList today={today} />
    </PuttingProvider>
  );
}
