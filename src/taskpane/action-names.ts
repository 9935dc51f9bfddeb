/** Names that the manifest and the shortcuts use. */
export const ACTION_NAMES = [
  'ShowRequest',
  'ShowRequests',
  'RefreshSelection',
  'RefreshSheet',
  'RefreshBook',
  'TogglePause',
  'ShowErrors',
  'ShowSource',
  'RepairFormulas',
  'InsertBlotter',
  'InsertCalculator',
  'InsertQuoteSheet',
  'WithdrawAll',
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];
