import type { Chance } from '../../effects/chance';
import type { Commodity, Product } from './leg';

interface Character {
  /** Where the price is pulled back to. */
  readonly mean: number;
  /** Standard deviation of one step. */
  readonly step: number;
  readonly halfSpread: number;
}

const POWER: Readonly<Record<string, number>> = { DE: 82, FR: 64, NL: 85, AT: 89 };
const GAS: Readonly<Record<string, number>> = { THE: 31, TTF: 30 };
const CERTIFICATES: Readonly<Record<string, number>> = {
  'EU-HYDRO': 0.43,
  'EU-WIND': 0.57,
  'EU-SOLAR': 0.38,
};
const WINTER = [10, 11, 12, 1, 2, 3];
const PULL = 0.05;
const FIRST_STEPS = 4;

/** The mid price of every product: a walk that keeps coming back to a sensible level. */
export class Market {
  private readonly deviations = new Map<string, number>();

  constructor(private readonly chance: Chance) {}

  mid(product: Product): number {
    return floored(product.commodity, characterOf(product).mean + this.deviation(product));
  }

  halfSpread(product: Product): number {
    return characterOf(product).halfSpread;
  }

  /** One step of the walk of one product. */
  step(product: Product): void {
    const moved = stepped(this.deviation(product), characterOf(product).step, this.chance);
    this.deviations.set(keyOf(product), moved);
  }

  private deviation(product: Product): number {
    const key = keyOf(product);
    const known = this.deviations.get(key);
    if (known !== undefined) return known;
    const first = FIRST_STEPS * characterOf(product).step * bell(this.chance);
    this.deviations.set(key, first);
    return first;
  }
}

/** One step of a mean-reverting walk around zero. */
const stepped = (deviation: number, step: number, chance: Chance): number =>
  deviation * (1 - PULL) + step * bell(chance);

// The sum of twelve even chances is close enough to a normal one.
function bell(chance: Chance): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw++) sum += chance();
  return sum;
}

const keyOf = ({ commodity, market, delivery, loadProfile }: Product): string =>
  JSON.stringify([commodity, market, delivery.start, delivery.end, loadProfile]);

const floored = (commodity: Commodity, price: number): number =>
  commodity === 'power' ? price : Math.max(0.02, price);

function characterOf(product: Product): Character {
  const year = Number(product.delivery.start.slice(0, 4));
  const winter = WINTER.includes(Number(product.delivery.start.slice(5, 7)));
  const days = daysOf(product);
  const near = days < 100;
  switch (product.commodity) {
    case 'power': {
      if (days <= 3) return { mean: -2.4, step: 1.9, halfSpread: 0.9 };
      const season = near ? (winter ? 7 : -9) : 0;
      const peak = product.loadProfile === 'peak' ? 8.5 : 0;
      const mean = (POWER[product.market] ?? 80) + season + peak - 1.5 * (year % 10);
      return { mean, step: near ? 0.35 : 0.18, halfSpread: near ? 0.45 : 0.25 };
    }
    case 'gas':
      return { mean: (GAS[product.market] ?? 30) + (near && winter ? 1.8 : 0), step: 0.09, halfSpread: 0.08 };
    case 'goo':
      return { mean: CERTIFICATES[product.market] ?? 0.4, step: 0.012, halfSpread: 0.02 };
  }
}

const daysOf = ({ delivery }: Product): number =>
  (Date.parse(delivery.end) - Date.parse(delivery.start)) / 86_400_000 + 1;
