import type { Trade } from './trade';

/** A trade as the trade store keeps it: fetched once ever, unless it is provisional. */
export interface CapturedTrade {
  readonly trade: Trade;
  /** The operator has not entered all prices yet: it is fetched again by a later capture. */
  readonly provisional: boolean;
  /** The platform's list, read after its details were, does not name it any more. It was executed all the same. */
  readonly unlisted?: boolean | undefined;
  /** Epoch ms at which its details were read. */
  readonly fetchedAt: number;
}
