/**
 * The dialect that the rows of the product are run in, unless another is asked for: 37 of its 38 dimensions are not the simulator's own,
 * among them small pages without a total, scaled quantities, identifiers with leading zeros and other words.
 */
export const DIALECT_SEED = 19003;
