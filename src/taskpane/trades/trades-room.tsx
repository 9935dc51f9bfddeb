import { mergeClasses } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import { useToday } from '../app/today';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { DownloadForm } from './download-form';
import { DownloadList } from './download-list';
import { TableList } from './put-into-sheet';
import { PuttingProvider, useOnePutting } from './use-putting';

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
        A capture fetches the details of all trades of some days, each once ever, after everything else that
        the desk does. From here they go into a sheet or a file without a call.
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
