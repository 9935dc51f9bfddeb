import { mergeClasses } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { useToday } from '../requests/use-today';
import { STATUS, useAnswer, useDesk } from '../use-desk';
import { CaptureForm } from './capture-form';
import { CaptureList } from './capture-list';
import { TableList } from './put-into-sheet';
import { PuttingProvider, useOnePutting } from './use-putting';

/** Captures of trades, and what was captured put into the sheet or a file. */
export function TradesRoom() {
  const { client } = useDesk();
  const look = useLook();
  const status = useAnswer(client, STATUS).value;
  const putting = useOnePutting();
  return (
    <section className={look.room} aria-label="Trades">
      <h2 className={look.title}>Trades</h2>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        A capture fetches the details of all trades of some days, each once ever, after everything else that
        the desk does. From here they go into a sheet or a file without a call.
      </p>
      {status ? (
        <Parts zone={status.zone} putting={putting} />
      ) : (
        <p className={look.text}>Waiting for the desk.</p>
      )}
    </section>
  );
}

function Parts({ zone, putting }: { zone: string; putting: ReturnType<typeof useOnePutting> }) {
  const today = useToday(zone);
  return (
    <PuttingProvider value={putting}>
      <CaptureForm today={today} zone={zone} />
      <CaptureList today={today} />
      <TableList today={today} />
    </PuttingProvider>
  );
}
