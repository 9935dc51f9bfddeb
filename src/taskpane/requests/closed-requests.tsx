import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { useToday, useZoneName } from '../app/today';
import { TextField } from '../ui/fields';
import { useSharedStyles } from '../ui/styles';
import { daysOfPeriod } from '../../domain/day';
import type { Period } from './rows';
import { AnsweredRequests, type ListProps } from './requests-room';

/** The closed ones of a period; while no days are given, of today in the service's zone. */
export function ClosedRequests(props: ListProps) {
  const { client } = usePane();
  const zone = useAnswer(client, STATUS).value?.zone;
  return zone === undefined ? <p>Loading the desk’s status…</p> : <ClosedIn zone={zone} {...props} />;
}

function ClosedIn({ zone, ...props }: ListProps & { zone: string }) {
  const { client } = usePane();
  const { filter, onFilter } = props;
  const today = useToday(zone);
  const { from, to } = filter.period ?? { from: today, to: today };
  const resource = useMemo(() => ({ kind: 'concluded-requests', from, to }) as const, [from, to]);
  return (
    <AnsweredRequests
      {...props}
      name="Closed requests"
      word="closed"
      resource={resource}
      answer={useAnswer(client, resource)}
    >
      <PeriodFields
        key={`${from} ${to}`}
        period={{ from, to }}
        zone={zone}
        onPeriod={(period) => onFilter({ ...filter, period })}
        onToday={() => onFilter({ ...filter, period: undefined })}
      />
    </AnsweredRequests>
  );
}

const useStyles = makeStyles({
  form: { display: 'flex', alignItems: 'end', flexWrap: 'wrap', gap: '6px' },
  day: { flexGrow: 1, flexBasis: '110px', minWidth: 0 },
});

/** From which to which day. It is asked for by a press: a day that is half typed would cost calls. */
function PeriodFields({
  period,
  zone,
  onPeriod,
  onToday,
}: {
  period: Period;
  zone: string;
  onPeriod: (period: Period) => void;
  onToday: () => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const zoneName = useZoneName(zone);
  const [{ from, to }, setTyped] = useState(period);
  const filled = from !== '' && to !== '';
  const inOrder = daysOfPeriod(from, to) !== undefined;
  return (
    <form
      className={shared.section}
      aria-label="Period"
      onSubmit={(event) => {
        event.preventDefault();
        if (inOrder) onPeriod({ from, to });
      }}
    >
      <div className={styles.form}>
        <div className={styles.day}>
          <TextField
            type="date"
            label="Closed from"
            text={from}
            onChange={(day) => setTyped({ from: day, to })}
          />
        </div>
        <div className={styles.day}>
          <TextField
            type="date"
            label="Closed to"
            text={to}
            wrong={filled && !inOrder ? 'Enter a later last day.' : undefined}
            onChange={(day) => setTyped({ from, to: day })}
          />
        </div>
        <Button size="small" type="submit" disabledFocusable={!inOrder}>
          Show period
        </Button>
        <Button size="small" onClick={onToday}>
          Only today
        </Button>
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Days in {zoneName}, both included.
      </p>
    </form>
  );
}
