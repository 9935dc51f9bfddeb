/** The dialect that the rows of the product are run in, unless another is asked for: none of its 40 dimensions is as the simulator's own. */
export const DIALECT_SEED = 3651505;
