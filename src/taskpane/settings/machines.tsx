import { mergeClasses } from '@fluentui/react-components';
import type { GatewayClient } from '../../client/client';
import { usePane } from '../app/hooks';
import { age } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';

type Answered = Awaited<ReturnType<GatewayClient['people']['read']>>;
type MachinesAnswer = NonNullable<Extract<Answered, { ok: true }>['value']['machines']>;

/** One that tells of itself every few seconds has not been silent for so long by chance. */
const SILENT_MS = 15_000;

/** For admins of a desk on several machines: which one leads, how each of them is, and whether the database keeps what is written. */
export function Machines({ desk }: { desk: MachinesAnswer }) {
  const { formatters, ticker } = usePane();
  const shared = useSharedStyles();
  const small = mergeClasses(shared.text, shared.small);
  const { epoch, since, confirming, lagMs, problem, machines } = desk;
  const behind = lagMs === undefined ? '' : `, ${formatters.count(Math.round(lagMs))} ms behind`;
  return (
    <>
      <h3 className={shared.subtitle}>Machines</h3>
      {problem !== undefined && <Note tone="bad">{problem}</Note>}
      <p className={small}>
        {confirming === 1 ? '1 standby confirms' : `${formatters.count(confirming)} standbys confirm`} what is
        written
        {behind}. Leader number {formatters.count(epoch)}, since {formatters.moment(since)}.
      </p>
      <ul className={shared.list} aria-label="Machines">
        {machines.map((machine) => {
          const silentMs = ticker.get() - machine.seenAt;
          const waits = [
            ...(machine.spooledEvents > 0
              ? [`events that wait for the database: ${formatters.count(machine.spooledEvents)}`]
              : []),
            ...(machine.keptWithdrawals > 0
              ? [
                  `presses of Withdraw all that wait for the journal: ${formatters.count(machine.keptWithdrawals)}`,
                ]
              : []),
          ];
          return (
            <li key={machine.address} className={shared.card}>
              <div className={small}>
                <strong>{machine.address}</strong> {machine.leads ? 'leads' : 'stands by'}
              </div>
              <div className={mergeClasses(small, shared.muted)}>
                {machine.host}, version {machine.version}, runs since {formatters.moment(machine.startedAt)}
                {waits.length > 0 && `; ${waits.join('; ')}`}
              </div>
              {silentMs > SILENT_MS && <Note tone="bad">{`It was last heard of ${age(silentMs)} ago.`}</Note>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
