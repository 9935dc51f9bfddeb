import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useState, type ReactNode } from 'react';
import { marketNamed, marketNames } from '../../domain/delivery/markets';
import type { Side, Leg } from '../../domain/leg';
import { Choice, TextField } from '../ui/fields';
import { Fold } from '../ui/fold';
import { useSharedStyles } from '../ui/styles';
import { STATUS, useAnswer, usePane, useWatched } from '../app/hooks';
import { mediaOf } from '../app/observable';
import { useToday } from '../app/today';
import { withUnit } from '../ui/text/request-text';
import { readQuantity } from '../ui/parsed-input';
import { NAME_LENGTH_MAX, type Problem, legTitle, typedVolume } from '../quoting/checked-draft';
import {
  type LegDraft,
  type RequestDraft,
  followsLeg1,
  legsOf,
  spreadTypeOf,
} from '../../domain/request-draft';
import type { Request } from '../../domain/request';
import { ProductField } from './product-field';

/** Where the list of products, if it were open, would leave no room for the quantity. */
const SMALL = '(max-width: 359px), (max-height: 640px)';

const useStyles = makeStyles({
  leg: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  next: {
    margin: '0 -12px',
    padding: '8px 12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '24px' },
  row: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    columnGap: '8px',
    alignItems: 'start',
  },
  /** In a narrow pane two by two, so that no name is cut; elsewhere the side needs no more than its two words. */
  four: {
    gridAutoFlow: 'row',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    rowGap: '4px',
    '@media (min-width: 360px)': {
      gridTemplateColumns: '76px minmax(0, 1.25fr) minmax(0, 1fr) minmax(0, 0.9fr)',
    },
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
  readonly requests: readonly Request[];
  readonly onChange: (change: Partial<LegDraft>) => void;
}

/** One leg: what is done with what, when it is delivered, and how much of it. */
export function LegFields(props: LegProps) {
  const { draft, index, leg, problems, requests } = props;
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const today = useToday(useAnswer(client, STATUS).value?.zone ?? 'UTC');
  const isSmall = useWatched(useMemo(() => mediaOf(SMALL), []));
  const suggestions = suggestionsFor(requests, leg.commodity);
  const onChange = (change: Partial<LegDraft>): void => props.onChange(filledIn(requests, leg, change));
  const wrongAt = (path: string): string | undefined =>
    problems.find(({ path: at, kind }) => kind === 'wrong' && at === `legs[${index}].${path}`)?.text;
  const field = (name: TextName, label: string, path: string) => ({
    label,
    text: leg[name],
    wrong: wrongAt(path),
    isFollowing: followsLeg1(draft, index, name),
    onChange: (text: string) => onChange({ [name]: text }),
  });
  const named = (name: TextName, label: string, path: string, values: readonly string[]) => (
    <TextField {...field(name, label, path)} suggestions={values} lengthMax={NAME_LENGTH_MAX} />
  );
  const { product, start, end, isCustom } = leg;
  const isSingle = draft.kind === 'single';
  const isPower = draft.kind === 'swap' && index === 1;
  const title = legTitle(draft, index);
  const you = !isPower && (
    <Choice
      label="You"
      labelled={isSingle ? 'above' : 'beside'}
      value={leg.action}
      options={ACTIONS}
      onChange={(action) => onChange({ action })}
    />
  );
  return (
    <div role="group" aria-label={title} className={mergeClasses(styles.leg, index > 0 && styles.next)}>
      {!isSingle && (
        <div className={styles.head}>
          <h3 className={shared.subtitle}>{title}</h3>
          {you}
        </div>
      )}
      {draft.kind === 'spread' && index === 1 && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          As leg 1, the other way round: change only what differs. Leg 1 stays leg 1 for the life of the
          request.
        </p>
      )}
      {isPower && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          Typed once: you buy it as leg 2 and sell it as leg 3.
        </p>
      )}
      <div className={mergeClasses(styles.row, isSingle && styles.four)}>
        {isSingle && you}
        {named('market', 'Market', 'market', suggestions.markets)}
        {named('commodity', 'Commodity', 'commodity', suggestions.commodities)}
        {named('loadProfile', 'Profile', 'load-profile', suggestions.loadProfiles)}
      </div>
      <ProductField
        delivery={{ product, start, end, isCustom }}
        today={today}
        isFollowing={followsLeg1(draft, index, 'start')}
        isOpened={isSingle && !isSmall}
        volume={typedVolume(leg, formatters)}
        wrong={wrongAt}
        onChange={onChange}
      />
      <div className={styles.row}>
        <TextField isDecimal hint={useQuantityHint(leg)} {...field('quantity', 'Quantity', 'quantity')} />
        {named('unit', 'Unit', 'quantity-unit', suggestions.units)}
      </div>
      <Clearing draft={draft} leg={leg} isWrong={['clearing', 'house'].some((at) => wrongAt(at))}>
        <div className={styles.row}>
          {named('clearing', 'Clearing', 'clearing', suggestions.clearings)}
          {named('house', 'Clearing house', 'house', suggestions.houses)}
        </div>
      </Clearing>
    </div>
  );
}

/** How a leg is cleared, in one line: most are not. Its fields are open where they say something, or have to. */
function Clearing({
  draft,
  leg: { clearing, house },
  isWrong,
  children,
}: {
  draft: RequestDraft;
  leg: LegDraft;
  isWrong: boolean;
  children: ReactNode;
}) {
  const cleared = [clearing, house].map((text) => text.trim()).filter(Boolean);
  const isEfp = draft.kind === 'spread' && spreadTypeOf(draft, legsOf(draft)) === 'efp';
  const isNeeded = cleared.length > 0 || isEfp || isWrong;
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  const [isOpen, setOpen] = useState(isNeeded);
  if (wasNeeded !== isNeeded) {
    setWasNeeded(isNeeded);
    // A field that is emptied stays while a person is in it.
    if (isNeeded) setOpen(true);
  }
  return (
    <>
      {/* Nothing wrong is folded away. */}
      <Fold isOpen={isOpen} onTurn={() => setOpen(isWrong || !isOpen)}>
        Clearing: {cleared.join(' ') || 'none'}
      </Fold>
      {isOpen && children}
    </>
  );
}

type TextName = Exclude<keyof LegDraft, 'action' | 'isCustom'>;

function useQuantityHint({ quantity, unit }: LegDraft): string | undefined {
  const { formatters } = usePane();
  const read = readQuantity(quantity);
  if (read.kind !== 'number') return undefined;
  return `Read as ${withUnit(formatters.quantity(read.value), unit.trim() || undefined)}`;
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
  const all = allLegs(requests);
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

/**
 * What open requests leave no choice about is filled in with what is typed: the commodity of a market, which of a gas hub is known
 * anyway, and the unit of a commodity and its base load. What a person has typed stays.
 */
export function filledIn(
  requests: readonly Request[],
  leg: LegDraft,
  change: Partial<LegDraft>,
): Partial<LegDraft> {
  const known = allLegs(requests);
  const market = change.market && spelled(change.market, known);
  const next = { ...leg, ...change, ...(market && { market }) };
  const hub = marketNamed(next.market)?.isGas === true ? 'gas' : undefined;
  const [only = hub, other] = valuesOf(
    known.filter(({ market }) => market === next.market.trim()),
    ({ commodity }) => commodity,
  );
  const commodity = next.commodity === '' && other === undefined ? only : next.commodity;
  const isNamed = change.market !== undefined || change.commodity !== undefined;
  if (commodity === undefined || !isNamed) return { ...change, ...(market && { market }) };
  const [was, is] = [usualOf(known, leg.commodity), usualOf(known, commodity)];
  const untyped = (field: keyof typeof was): boolean => leg[field] === '' || leg[field] === was[field];
  return {
    ...change,
    ...(market && { market }),
    commodity,
    ...(untyped('unit') && { unit: is.unit }),
    ...(untyped('loadProfile') && { loadProfile: is.loadProfile }),
  };
}

/** A market as it is written, however its letters were typed: "de" is DE. */
function spelled(typed: string, known: ReturnType<typeof allLegs>): string {
  const name = typed.trim().toUpperCase();
  const names = [...known.flatMap(({ market }) => market ?? []), ...marketNames()];
  return names.find((market) => market.toUpperCase() === name) ?? typed;
}

/** The one unit of a commodity, and its base load where it has one. */
function usualOf(known: ReturnType<typeof allLegs>, wanted: string): Pick<LegDraft, 'unit' | 'loadProfile'> {
  const alike = known.filter(({ commodity }) => commodity === wanted.trim());
  const [unit = '', another] = valuesOf(alike, ({ quantityUnit }) => quantityUnit);
  return {
    unit: another === undefined ? unit : '',
    loadProfile: alike.some(({ loadProfile }) => loadProfile === BASE) ? BASE : '',
  };
}

const BASE = 'base';

const allLegs = (requests: readonly Request[]) =>
  requests.flatMap((request) =>
    request.legs.map((leg) => ({ ...leg, commodity: leg.commodity ?? request.commodity })),
  );

const valuesOf = <L extends { readonly clearing?: Leg['clearing'] }>(
  legs: readonly L[],
  value: (leg: L) => string | undefined,
): string[] => [...new Set(legs.flatMap((leg) => value(leg) ?? []))].sort();
