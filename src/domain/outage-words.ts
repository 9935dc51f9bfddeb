/** What an outage of the platform means for a trader: the same words in the pane and in the desk's log. */
export const OUTAGE_MEANS = 'Quotes and acceptances are held back; withdrawals are tried for a minute.';
export const OUTAGE_ENDS = 'It resumes by itself.';
