import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { present } from '../../domain/present';
import { priceOf, type Price } from '../../domain/price';
import type { NarrowerBounds } from '../../domain/program/bounds';
import type { Program } from '../../domain/program/program';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { localTimeOf } from '../../domain/local-time';
import { TextField } from '../ui/fields';
import { Facts } from '../ui/facts';
import { Fold } from '../ui/fold';
import { useSharedStyles } from '../ui/styles';
import { boundsFacts, boundsInShort } from './program-words';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))', gap: '6px 10px' },
});

/** What is typed, as text. */
interface Typed {
  readonly step: string;
  readonly stepAmount: string;
  readonly stepSpread: string;
  readonly best: string;
  readonly bestAmount: string;
  readonly bestSpread: string;
  readonly changes: string;
  readonly volume: string;
  readonly certificates: string;
  readonly fills: string;
  readonly until: string;
}
const BLANK: Typed = {
  step: '',
  stepAmount: '',
  stepSpread: '',
  best: '',
  bestAmount: '',
  bestSpread: '',
  changes: '',
  volume: '',
  certificates: '',
  fills: '',
  until: '',
};
const FIELDS: readonly (readonly [keyof Typed, string])[] = [
  ['step', 'Largest step, %'],
  ['stepAmount', 'Step near zero'],
  ['stepSpread', 'Largest step of a spread'],
  ['best', 'From the best, %'],
  ['bestAmount', 'From it near zero'],
  ['bestSpread', 'From the best, of a spread'],
  ['changes', 'Changes a minute'],
  ['volume', 'Live at once, MW'],
  ['certificates', 'Certificates at once'],
  ['fills', 'Stops after fills'],
  ['until', 'Ends at, such as 17:30'],
];

const AMOUNT = /^\d{1,9}(\.\d{1,8})?$/;
const WHOLE = /^[1-9]\d{0,2}$/;
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const isRight = (field: keyof Typed, text: string): boolean =>
  text === '' ||
  (field === 'until' ? TIME : field === 'changes' || field === 'fills' ? WHOLE : AMOUNT).test(text);

/** The bounds of this program. Each may be narrower than the desk's, and never wider: the gateway refuses that. */
export function BoundsFields({
  bounds,
  effective,
  onChange,
}: {
  bounds: NarrowerBounds;
  /** What it would be held to, once that was checked. */
  effective: Program['bounds'] | undefined;
  onChange: (bounds: NarrowerBounds) => void;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const status = useAnswer(client, STATUS).value;
  const zone = status?.shownZone ?? status?.zone ?? 'UTC';
  const [isOpen, setOpen] = useState(Object.keys(bounds).length > 0);
  const [typed, setTyped] = useState(BLANK);
  const type = (field: keyof Typed, text: string): void => {
    const next = { ...typed, [field]: text.trim() };
    setTyped(next);
    if (FIELDS.every(([one]) => isRight(one, next[one]))) onChange(boundsIn(next, zone, client.clock.now()));
  };
  const isNarrowed = Object.keys(bounds).length > 0;
  const inShort = effective
    ? boundsInShort(effective, formatters)
    : isNarrowed
      ? 'narrower than the desk’s'
      : 'the desk’s';
  return (
    <section className={shared.section} aria-label="Bounds">
      <Fold isOpen={isOpen} onTurn={() => setOpen(!isOpen)}>
        <span className={shared.strong}>Bounds:</span> {inShort}
      </Fold>
      {isOpen && effective && <Facts facts={boundsFacts(effective, formatters)} />}
      {isOpen && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          Narrower ones for this program. Empty: the desk’s.
        </p>
      )}
      {isOpen && (
        <div className={mergeClasses(styles.fields, shared.small)}>
          {FIELDS.map(([field, label]) => (
            <TextField
              key={field}
              label={label}
              text={typed[field]}
              isDecimal={field !== 'until'}
              lengthMax={20}
              wrong={isRight(field, typed[field]) ? undefined : WRONG[field === 'until' ? 'time' : 'number']}
              onChange={(text) => type(field, text)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

const WRONG = { time: 'Write a time of today, such as 17:30.', number: 'Write a number, with a point.' };

/** What is typed as bounds; times are of the present day, by the clocks that the pane shows. */
function boundsIn(typed: Typed, zone: string, now: number): NarrowerBounds {
  const amount = (text: string): Price | undefined => (text === '' ? undefined : priceOf(text));
  const distance = (percent: string, near: string, spread: string) =>
    percent === '' && near === '' && spread === ''
      ? undefined
      : present({ percent: amount(percent), amount: amount(near), spread: amount(spread) });
  const volumes = [
    { unit: 'MW', amount: amount(typed.volume) },
    { unit: 'certificates', amount: amount(typed.certificates) },
  ].flatMap(({ unit, amount: most }) => (most === undefined ? [] : [{ unit, amount: most }]));
  const [, hour, minute] = TIME.exec(typed.until) ?? [];
  const local = localTimeOf(zone);
  const today = Math.floor(local.wallMs(now) / DAY_MS) * DAY_MS;
  return present({
    stepMax: distance(typed.step, typed.stepAmount, typed.stepSpread),
    bestDeviation: distance(typed.best, typed.bestAmount, typed.bestSpread),
    changesPerMinute: typed.changes === '' ? undefined : Number(typed.changes),
    volume: volumes.length > 0 ? volumes : undefined,
    // Within as long as the longest that a desk counts over.
    fills: typed.fills === '' ? undefined : { count: Number(typed.fills), withinMs: 24 * HOUR_MS },
    until:
      hour === undefined ? undefined : local.epochMs(today + (Number(hour) * 60 + Number(minute)) * 60_000),
  });
}
