import { toNumber, type Price } from '../../domain/price';
import { migratedSpreadPrice } from '../../domain/spread';
import { swapPrices } from '../../domain/swap';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Cell, Shown } from '../cells/cells';
import { cellByCell } from '../cells/ranges';
import { isEmpty } from './arguments';
import { typedAction, typedPrice } from './computed-prices';

interface FormerGiven {
  readonly former: unknown;
  readonly action1: unknown;
  readonly action2: unknown;
}

/** Prices made under the former buy-minus-sell rule, by today's. What the legs do decides the sign, so it is never assumed. */
export const migratedPrices = ({ former, action1, action2 }: FormerGiven): Shown =>
  cellByCell([former, action1, action2], (given, given1, given2): Cell => {
    if (isEmpty(given)) return '';
    const price = typedPrice(given);
    if (price instanceof CellFailure) return price;
    const first = typedAction(given1) ?? ACTION_MISSING;
    if (first instanceof CellFailure) return first;
    const second = typedAction(given2) ?? ACTION_MISSING;
    if (second instanceof CellFailure) return second;
    return toNumber(migratedSpreadPrice(price, [first, second]));
  });

const ACTION_MISSING = cellFailure(
  refused('The legs’ sides decide the sign.', 'Enter "buy" or "sell" for leg 1 and for leg 2.'),
);

interface SwapGiven {
  readonly certificate: unknown;
  readonly buyPower: unknown;
  readonly sellPower: unknown;
}

/** TRUE where three prices can be quoted on a swap, or the rule that they break; empty where none is given. */
export const swapChecks = ({ certificate, buyPower, sellPower }: SwapGiven): Shown =>
  cellByCell([certificate, buyPower, sellPower], (...given): Cell => {
    if (given.every(isEmpty)) return '';
    const typed = given.map((value) => (isEmpty(value) ? undefined : typedPrice(value)));
    const wrong = typed.find((price) => price instanceof CellFailure);
    if (wrong) return wrong;
    const swap = swapPrices(
      typed.filter((price): price is Price | undefined => !(price instanceof CellFailure)),
    );
    return swap.ok || cellFailure(swap.failure);
  });
