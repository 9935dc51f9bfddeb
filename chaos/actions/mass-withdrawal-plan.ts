import type { Chance } from '../../src/effects/chance';
import { between, weighed, type Weighed } from '../campaign/seeds';

/** What stands for a cut where the gateway is killed while everything is withdrawn. */
export const MASS_WITHDRAWAL_CUT = 'gateway killed inside "Withdraw all"';

/** What becomes of the answer to one of the quotes, so that its outcome is not known when all is withdrawn. */
export type Unsure = 'none' | 'executed' | 'executed late' | 'not executed';

/** When the gateway dies: at a write of the withdrawal, as it arrives or when it is carried out, or by the clock. */
export type Death =
  | { readonly at: 'arrived' | 'carried out'; readonly write: number }
  | { readonly at: 'time'; readonly afterMs: number }
  | { readonly at: 'never' };

export interface MassWithdrawalPlan {
  readonly quotes: number;
  readonly unsure: Unsure;
  /** Firm price proposals that are there as well. */
  readonly proposals: number;
  readonly death: Death;
  /** Pressed once more when the gateway is back; else it goes on by itself. */
  readonly pressedAgain: boolean;
  /** Of the quotes, the proposals, and both presses. */
  readonly ids: readonly string[];
}

export const QUOTES_MAX = 5;
const UNSURE: Weighed<Unsure> = [
  ['none', 40],
  ['executed', 25],
  ['executed late', 20],
  ['not executed', 15],
];

export function massWithdrawalPlan(chance: Chance, uuid: () => string): MassWithdrawalPlan {
  const quotes = between(chance, 2, QUOTES_MAX);
  return {
    quotes,
    unsure: weighed(UNSURE, chance),
    proposals: chance() < 0.4 ? 1 : 0,
    death: deathOf(chance, quotes),
    pressedAgain: chance() < 0.65,
    ids: Array.from({ length: QUOTES_MAX + 4 }, uuid),
  };
}

function deathOf(chance: Chance, quotes: number): Death {
  const draw = chance();
  if (draw < 0.15) return { at: 'never' };
  if (draw < 0.35) return { at: 'time', afterMs: between(chance, 0, 150) };
  const write = between(chance, 1, quotes);
  return { at: draw < 0.65 ? 'arrived' : 'carried out', write };
}
