import type { Row } from '../row';
import { AUTHENTICATION_ROWS } from './authentication';
import { CAPABILITY_ROWS } from './capabilities';
import { ENDPOINT_ROWS } from './endpoints';
import { ERROR_ROWS } from './errors';
import { EVENT_ROWS } from './events';
import { LIMIT_ROWS } from './limits';
import { OFFER_ROWS } from './offers';
import { REQUEST_ENDPOINT_ROWS } from './request-endpoints';
import { REQUEST_ROWS } from './requests';
import { SERVICE_ROWS } from './service';
import { SPREAD_PRICE_REACH_ROWS } from './spread-price-reach';
import { SPREAD_PRICE_ROWS } from './spread-prices';
import { STANDARD_SPREAD_ROWS } from './standard-spreads';
import { STATE_ROWS } from './states';
import { SWAP_ROWS } from './swaps';
import { TENDER_ENDPOINT_ROWS } from './tender-endpoints';
import { TRADE_ENDPOINT_ROWS } from './trade-endpoints';
import { TRADE_ROWS } from './trades';
import { VERSION_ROWS } from './versions';

/** Every sentence of the interface document that says how the service behaves, in the document's order. */
export const TABLE: readonly Row[] = [
  ...SERVICE_ROWS,
  ...REQUEST_ROWS,
  ...OFFER_ROWS,
  ...TRADE_ROWS,
  ...SPREAD_PRICE_ROWS,
  ...SPREAD_PRICE_REACH_ROWS,
  ...SWAP_ROWS,
  ...STATE_ROWS,
  ...ENDPOINT_ROWS,
  ...TRADE_ENDPOINT_ROWS,
  ...REQUEST_ENDPOINT_ROWS,
  ...TENDER_ENDPOINT_ROWS,
  ...CAPABILITY_ROWS,
  ...STANDARD_SPREAD_ROWS,
  ...AUTHENTICATION_ROWS,
  ...EVENT_ROWS,
  ...ERROR_ROWS,
  ...LIMIT_ROWS,
  ...VERSION_ROWS,
];
