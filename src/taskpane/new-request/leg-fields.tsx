import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Side, Leg } from '../../domain/leg';
import { Choice, TextField } from '../ui/fields';
import { useSharedStyles } from '../ui/styles';
import { usePane } from '../app/hooks';
import { periodText } from '../../domain/product';
import { withUnit } from '../ui/text/request-text';
import { readQuantity } from '../ui/parsed-input';
import { NAME_LENGTH_MAX, type Problem, legTitle } from './checked-draft';
import { type LegDraft, type RequestDraft, fixedAction } from '../../domain/request-draft';
import type { Request } from '../../domain/request';

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

const ACTIONS: readonly { value: Side; label: string }[] = [
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
  const shared = useSharedStyles();
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
  const period = leg.start && leg.end ? periodText(leg.start, leg.end) : undefined;
  return (
    <fieldset className={styles.leg}>
      <legend className={mergeClasses(shared.small, shared.strong)}>{legTitle(draft, index)}</legend>
      <LegAction draft={draft} index={index} leg={leg} onChange={(action) => onChange({ action })} />
      <div className={styles.fields}>
        {named('commodity', 'Commodity', 'commodity', suggestions.commodities)}
        {named('market', 'Market', 'market', suggestions.markets)}
        <TextField type="date" {...field('start', 'Delivery start', 'delivery-start')} />
        <TextField type="date" {...field('end', 'Delivery end', 'delivery-end')} />
        {named('loadProfile', 'Load profile (optional)', 'load-profile', suggestions.loadProfiles)}
        <TextField isDecimal hint={useQuantityHint(leg)} {...field('quantity', 'Quantity', 'quantity')} />
        {named('unit', 'Unit of quantity', 'quantity-unit', suggestions.units)}
        {named('clearing', 'Clearing (optional)', 'clearing', suggestions.clearings)}
        {named('house', 'Clearing house (optional)', 'house', suggestions.houses)}
      </div>
      {period !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted, styles.period)}>
          Delivery: {period}, both days included.
        </p>
      )}
    </fieldset>
  );
}

function useQuantityHint({ quantity, unit }: LegDraft): string | undefined {
  const { formatters } = usePane();
  const read = readQuantity(quantity);
  if (read.kind !== 'number') return undefined;
  const amount = `Read as ${withUnit(formatters.quantity(read.value), unit.trim() || undefined)}`;
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
  onChange: (action: Side) => void;
}) {
  const shared = useSharedStyles();
  const fixed = fixedAction(draft, index);
  if (fixed !== undefined) {
    return (
      <p className={mergeClasses(shared.text, shared.small)}>
        You <strong>{fixed}</strong> it, as every swap’s leg {index + 1}.
      </p>
    );
  }
  return <Choice label="You" value={leg.action} options={ACTIONS} onChange={onChange} />;
}

/** Values that the platform's own open requests use: nothing is offered that nobody trades. */
interface Suggestions {
  readonly commodities: readonly string[];
  readonly markets: readonly string[];
  readonly loadProfiles: readonly string[];
  readonly units: readonly string[];
  readonly clearings: readonly string[];
  readonly houses: readonly string[];
}

/** What to suggest for a leg: of its commodity, where open requests know that, else of all. */
export function suggestionsFor(requests: readonly Request[], commodity: string): Suggestions {
  const all = requests.flatMap((request) =>
    request.legs.map((leg) => ({ ...leg, commodity: leg.commodity ?? request.commodity })),
  );
  const alike = all.filter((leg) => leg.commodity === commodity.trim());
  const near = alike.length > 0 ? alike : all;
  return {
    commodities: valuesOf(all, (leg) => leg.commodity),
    markets: valuesOf(near, ({ market }) => market),
    loadProfiles: valuesOf(near, ({ loadProfile }) => loadProfile),
    units: valuesOf(near, ({ quantityUnit }) => quantityUnit),
    clearings: valuesOf(near, ({ clearing }) => clearing?.type),
    houses: valuesOf(near, ({ clearing }) => clearing?.house),
  };
}

const valuesOf = <L extends { readonly clearing?: Leg['clearing'] }>(
  legs: readonly L[],
  value: (leg: L) => string | undefined,
): string[] => [...new Set(legs.flatMap((leg) => value(leg) ?? []))].sort();
