import type { Side } from '../../domain/leg';

export type RequestKind = 'single' | 'spread' | 'swap';
export type SpreadType = 'time' | 'location' | 'efp';
export type SwapType = 'green-grey-swap' | 'grey-green-swap';

/** One leg as it is typed; empty texts are not filled in yet. Days are those of the date fields: "2027-01-01". */
export interface LegDraft {
  readonly action: Side | '';
  readonly commodity: string;
  readonly market: string;
  readonly start: string;
  readonly end: string;
  readonly loadProfile: string;
  readonly quantity: string;
  readonly unit: string;
  readonly clearing: string;
  readonly house: string;
}

/** A request that is being written. All three legs are kept, however many its kind has, so that changing the kind loses nothing. */
export interface RequestDraft {
  readonly kind: RequestKind;
  readonly spreadType: SpreadType | '';
  readonly swapType: SwapType | '';
  readonly legs: readonly LegDraft[];
  readonly allOrNone: boolean;
  /** Empty: whoever the platform asks. */
  readonly recipients: readonly string[];
}

const BLANK_LEG: LegDraft = {
  action: '',
  commodity: '',
  market: '',
  start: '',
  end: '',
  loadProfile: '',
  quantity: '',
  unit: '',
  clearing: '',
  house: '',
};

export const BLANK_DRAFT: RequestDraft = {
  kind: 'single',
  spreadType: '',
  swapType: '',
  legs: [BLANK_LEG, BLANK_LEG, BLANK_LEG],
  allOrNone: false,
  recipients: [],
};
