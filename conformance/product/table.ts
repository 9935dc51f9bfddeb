import type { Row } from '../row';
import { ACTING_ROWS } from './acting';
import { READING_ROWS } from './reading';
import { TROUBLE_ROWS } from './platform-trouble';

/** What the interface document means for the product: each row drives a gateway on a platform of another dialect. */
export const PRODUCT_TABLE: readonly Row[] = [...READING_ROWS, ...ACTING_ROWS, ...TROUBLE_ROWS];
