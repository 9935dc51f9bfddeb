/** What somebody has to write who lets a desk trade on a server that may lose what it was given. */
export const ACCEPTABLE = ['commits-that-no-standby-confirms', 'commits-that-a-power-cut-takes'] as const;
export type Accepted = (typeof ACCEPTABLE)[number];
