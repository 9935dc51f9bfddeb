import type { Clearing } from './clearing';
import type { Price } from './price';
import type { Quantity } from './quantity';

export type Action = 'buy' | 'sell';

/** One side of a request. Order is fixed for the request's whole life: index 0 is leg 1 (section 2). */
export interface Leg {
  readonly action: Action;
  readonly commodity?: string;
  readonly market?: string;
  readonly deliveryStart?: string;
  readonly deliveryEnd?: string;
  readonly loadProfile?: string;
  readonly quantity?: Quantity;
  readonly quantityUnit?: string;
  readonly priceUnit?: string;
  readonly price?: Price;
  readonly clearing?: Clearing;
}
