import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { useLook } from '../look/look';
import { TextField } from '../look/text-field';
import { daysOfPeriod } from '../words/period';
import type { Period } from './blotter';

const useStyles = makeStyles({
  form: { display: 'flex', alignItems: 'end', flexWrap: 'wrap', gap: '6px' },
  day: { flexGrow: 1, flexBasis: '110px', minWidth: 0 },
});

/** From which to which day. It is asked for by a press: a day that is half typed would cost calls. */
export function PeriodFields({
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
  const look = useLook();
  const styles = useStyles();
  const [{ from, to }, setTyped] = useState(period);
  const filled = from !== '' && to !== '';
  const inOrder = daysOfPeriod(from, to) !== undefined;
  return (
    <form
      className={look.section}
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
            wrong={filled && !inOrder ? 'The last day is the later one.' : undefined}
            onChange={(day) => setTyped({ from, to: day })}
          />
        </div>
        <Button size="small" type="submit" disabledFocusable={!inOrder}>
          Show period
        </Button>
        <Button size="small" onClick={onToday}>
          Today
        </Button>
      </div>
      <p className={mergeClasses(look.text, look.small, look.muted)}>Days in {zone}, both included.</p>
    </form>
  );
}
