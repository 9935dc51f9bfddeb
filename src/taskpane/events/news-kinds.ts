/** What a person may be told of while looking elsewhere. */
export const NEWS_KINDS = ['quote', 'proposal', 'traded', 'withdrawn', 'counteroffer'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];
