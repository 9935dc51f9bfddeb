import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Action } from '../../domain/leg';
import { Choice } from '../look/choice';
import { useLook } from '../look/look';
import { TextField } from '../look/text-field';
import { useDesk } from '../use-desk';
import { periodInWords } from '../words/period';
import { withUnit } from '../words/request-words';
import { readQuantity } from '../words/written';
import { NAME_LENGTH_MAX, type Problem } from './checked-draft';
import type { LegDraft, RequestDraft } from './blank-draft';
import { fixedAction, legTitle } from './draft';
import type { Suggestions } from './suggestions';

const useStyles = makeStyles({
  leg: {
    minWidth: 0,
    margin: 0,
    padding: '8px 10px 10px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  period: { paddingTop: '6px' },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(118px, 1fr))',
    gap: '6px 8px',
    alignItems: 'start',
  },
});

const ACTIONS: readonly { value: Action; label: string }[] = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
];

interface LegProps {
  readonly draft: RequestDraft;
  readonly index: number;
  readonly leg: LegDraft;
  readonly problems: readonly Problem[];
  readonly suggestions: Suggestions;
  readonly onChange: (change: Partial<LegDraft>) => void;
}

/** One leg: what is done with what, when it is delivered, and how much of it. */
export function LegFields(props: LegProps) {
  const { draft, index, leg, problems, suggestions, onChange } = props;
  const look = useLook();
  const styles = useStyles();
  const field = (name: keyof LegDraft, label: string, path: string) => ({
    label,
    text: leg[name],
    wrong: problems.find(({ path: at, kind }) => kind === 'wrong' && at === `legs[${index}].${path}`)?.text,
    onChange: (text: string) => onChange({ [name]: text }),
  });
  const named = (name: keyof LegDraft, label: string, path: string, values: readonly string[]) => (
    <TextField {...field(name, label, path)} suggestions={values} lengthMax={NAME_LENGTH_MAX} />
  );
  const period = leg.start && leg.end ? periodInWords(leg.start, leg.end) : undefined;
  return (
    <fieldset className={styles.leg}>
      <legend className={mergeClasses(look.small, look.strong)}>{legTitle(draft, index)}</legend>
      <LegAction draft={draft} index={index} leg={leg} onChange={(action) => onChange({ action })} />
      <div className={styles.fields}>
        {named('commodity', 'Commodity', 'commodity', suggestions.commodities)}
        {named('market', 'Market', 'market', suggestions.markets)}
        <TextField type="date" {...field('start', 'First day of delivery', 'delivery-start')} />
        <TextField type="date" {...field('end', 'Last day of delivery', 'delivery-end')} />
        {named('loadProfile', 'Load profile (optional)', 'load-profile', suggestions.loadProfiles)}
        <TextField isDecimal hint={useQuantityHint(leg)} {...field('quantity', 'Quantity', 'quantity')} />
        {named('unit', 'Unit of quantity', 'quantity-unit', suggestions.units)}
        {named('clearing', 'Clearing (optional)', 'clearing', suggestions.clearings)}
        {named('house', 'Clearing house (optional)', 'house', suggestions.houses)}
      </div>
      {period !== undefined && (
        <p className={mergeClasses(look.text, look.small, look.muted, styles.period)}>
          Delivery: {period}, both days included.
        </p>
      )}
    </fieldset>
  );
}

function useQuantityHint({ quantity, unit }: LegDraft): string | undefined {
  const { figures } = useDesk();
  const read = readQuantity(quantity);
  if (read.kind !== 'number') return undefined;
  const amount = `Read as ${withUnit(figures.quantity(read.value), unit.trim() || undefined)}`;
  return read.note === undefined ? amount : `${amount}. ${read.note}`;
}

function LegAction({
  draft,
  index,
  leg,
  onChange,
}: {
  draft: RequestDraft;
  index: number;
  leg: LegDraft;
  onChange: (action: Action) => void;
}) {
  const look = useLook();
  const fixed = fixedAction(draft, index);
  if (fixed !== undefined) {
    return (
      <p className={mergeClasses(look.text, look.small)}>
        You <strong>{fixed}</strong> it, as every swap’s leg {index + 1}.
      </p>
    );
  }
  return <Choice label="You" value={leg.action} options={ACTIONS} onChange={onChange} />;
}
