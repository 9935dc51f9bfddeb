import type { Price } from '../domain/price';
import { swapPrices } from '../domain/swap';
import { isEmpty } from './arguments';
import { CellFailure, cellFailure } from './cell-failure';
import type { Cell, Shown } from './cells';
import { cellByCell } from './ranges';
import { typedPrice } from './typed-price';

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
