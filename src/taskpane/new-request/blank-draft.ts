import type { LegDraft, RequestDraft } from './draft';

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
