/** Words that the interface names for venues (section 1) and commodities, which the desk may well have no trade of. */
export const VENUES: readonly string[] = ['tender', 'market', 'green'];
export const COMMODITIES: readonly string[] = ['power', 'gas', 'goo'];
