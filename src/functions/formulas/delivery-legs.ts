import { curveOf, type CurvePiece, type Weighing } from '../../domain/delivery/curve';
import { loadNamed } from '../../domain/delivery/load';
import { marketNamed, marketOf, type Market } from '../../domain/delivery/markets';
import type { NamedDelivery } from '../../domain/delivery/named-deliveries';
import type { Delivered } from '../../domain/delivery/notional';
import type { Product } from '../../domain/delivery/product';
import { cellsOf } from '../cells/ranges';
import { isEmpty, written } from './arguments';
import {
  deliveryName,
  marksIn,
  orRefuse,
  refuse,
  typedDeliveries,
  typedMarket,
  typedText,
  type GivenMarks,
} from './delivery-arguments';

// A text such as "DE Cal-27 peak" says market and load as well as arguments of their own: where both do, they have to agree.

type Trait = 'market' | 'load';

/** A name of a market or load, and the part of a sentence that tells where it is said: "these prices are of DE". */
interface Said {
  readonly name: string;
  readonly words: string;
}

const sameMarket = (one: string, other: string): boolean => {
  const [first, second] = [marketNamed(one)?.market, marketNamed(other)?.market];
  return one.trim().toUpperCase() === other.trim().toUpperCase() || (first && first === second) === true;
};
export const sameLoad = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((name) => loadNamed(name, marketOf()));
  return one === other || JSON.stringify(first) === JSON.stringify(second);
};
const IS_SAME = { market: sameMarket, load: sameLoad };

/** The name that all of these say; nothing where none of them says one. */
export function agreed(trait: Trait, said: readonly Said[]): string | undefined {
  const [first, ...others] = said;
  const other = others.find(({ name }) => first && !IS_SAME[trait](first.name, name));
  if (first && other)
    refuse(
      `${first.words.charAt(0).toUpperCase()}${first.words.slice(1)}, and ${other.words}.`,
      'Correct one of the two, or leave it out.',
    );
  return first?.name;
}

/** As our tables write what differs from leg to leg. */
const BETWEEN_LEGS = ' / ';

/** What an argument says, of each leg or once for all of them. */
export function inArgument(trait: Trait, cell: unknown): readonly Said[] {
  if (isEmpty(cell) || cell === 0) return [];
  return typedText(cell, '')
    .split(BETWEEN_LEGS)
    .map((name) => ({ name, words: `the argument ${trait} is ${written(name)}` }));
}

/** What the text of a delivery says. */
export function inText(trait: Trait, cell: unknown, delivery: NamedDelivery | undefined): readonly Said[] {
  const name = delivery?.[trait];
  return name === undefined ? [] : [{ name, words: `${written(cell)} is of ${name}` }];
}

/** What the texts of marks say. */
export const inMarks = (trait: Trait, { named }: Pick<GivenMarks, 'named'>): readonly Said[] =>
  named.flatMap(({ cell, delivery }) => inText(trait, cell, delivery));

interface Leg {
  readonly product: Product;
  /** `name` is absent where nobody said one. */
  readonly market: { readonly name: string | undefined; readonly isGas: boolean; readonly market: Market };
  readonly load: string;
}

interface LegsGiven {
  readonly product: unknown;
  readonly load: unknown;
  readonly market: unknown;
}

/** What a cell and the arguments beside it say is delivered, for each leg; base and DE where nothing says a load or market. */
export function legsIn({ product, load, market }: LegsGiven, today: string): readonly Leg[] {
  const named = typedDeliveries(product, today);
  const [loads, markets] = [inArgument('load', load), inArgument('market', market)];
  const count = Math.max(named.length, loads.length, markets.length);
  return Array.from({ length: count }).flatMap((_, at): Leg[] => {
    const delivery = ofLeg(named, at);
    if (!delivery) return [];
    const nameOf = (trait: Trait, argument: readonly Said[]): string | undefined => {
      const given = ofLeg(argument, at);
      return agreed(trait, [...(given ? [given] : []), ...inText(trait, product, delivery)]);
    };
    const found = typedMarket(nameOf('market', markets));
    const loadProfile = nameOf('load', loads) ?? 'base';
    orRefuse(loadNamed(loadProfile, found.market));
    return [{ product: delivery.product, market: found, load: loadProfile }];
  });
}

/** One for all legs, or one for each. */
const ofLeg = <T>(values: readonly T[], at: number): T | undefined => values[at] ?? values[0];

/** What comes to the same for each leg: a spread is counted by either of them. The unit is that of its amounts. */
export function alike<T extends number | string | undefined>(
  legs: readonly Leg[],
  amountOf: (leg: Leg) => T,
  unit = '',
): T {
  const [first, ...others] = legs;
  if (!first) throw new RangeError('There is no leg.');
  const amount = amountOf(first);
  const differing = others.map(amountOf).filter((one) => one !== amount);
  if (differing.length === 0) return amount;
  const words = [amount, ...differing].map((one) =>
    one === undefined ? 'unknown' : Number(one).toLocaleString('en', { maximumFractionDigits: 6 }),
  );
  const name = deliveryName({ product: first.product, market: first.market.name, load: first.load });
  return refuse(
    `The legs are not alike: ${`${words.join(' and ')} ${unit}`.trim()}.`,
    `Give one of them, such as "${name}".`,
  );
}

/** A leg as the checks before a press count it: one function knows the energy of a delivery. */
export const deliveredBy = ({ product, market: { name, isGas }, load }: Leg): Delivered => ({
  deliveryStart: product.start,
  deliveryEnd: product.end,
  loadProfile: load,
  commodity: isGas ? 'gas' : 'power',
  ...(name !== undefined && { market: name }),
});

/** How the hours of a curve weigh, and the names of what all its prices are of. */
export interface NamedWeighing extends Weighing {
  readonly names: Readonly<Record<Trait, string>>;
}

/** By the arguments beside the marks, or by what the texts of the marks say; base and DE where nothing says it. */
export function weighingOf(
  { load, market }: Pick<LegsGiven, 'load' | 'market'>,
  marks: Pick<GivenMarks, 'named'>,
): NamedWeighing {
  const said = (trait: Trait, argument: unknown) => inArgument(trait, cellsOf(argument)[0]);
  return weighingBy({ load: said('load', load), market: said('market', market) }, marks);
}

function weighingBy(
  said: Readonly<Record<Trait, readonly Said[]>>,
  marks: Pick<GivenMarks, 'named'>,
): NamedWeighing {
  const nameOf = (trait: Trait): string | undefined =>
    agreed(trait, [...said[trait], ...inMarks(trait, marks)]);
  const found = typedMarket(nameOf('market'));
  const loadProfile = nameOf('load') ?? 'base';
  return {
    market: found.market,
    load: orRefuse(loadNamed(loadProfile, found.market)),
    names: { market: found.name ?? 'DE', load: loadProfile },
  };
}

/** Refuses a delivery that is not of what these prices are of. */
export function refuseOthers(cell: unknown, delivery: NamedDelivery, { names }: NamedWeighing): void {
  for (const trait of ['market', 'load'] as const)
    agreed(trait, [
      { name: names[trait], words: `these prices are of ${names[trait]}` },
      ...inText(trait, cell, delivery),
    ]);
}

/** The curve of marks of this load in this market. */
export function curveFrom(
  quotes: unknown,
  today: string,
  of: { readonly load: string; readonly market: string | undefined },
): readonly CurvePiece[] {
  const given = marksIn(quotes, today);
  const said = (name: string | undefined): readonly Said[] =>
    name === undefined ? [] : [{ name, words: `these are to be prices of ${name}` }];
  const weighing = weighingBy({ load: said(of.load), market: said(of.market) }, given);
  return orRefuse(curveOf(given.marks, weighing, given.unpriced));
}
