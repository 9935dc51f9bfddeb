/**
 * Priorities on the one path to the service, first to last. The first three are actions: tokens and a
 * reserve of the day's quota are held back for them, and no read ever makes them wait.
 */
export const LANES = ['withdraw', 'accept', 'submit', 'asked', 'visible', 'polling', 'bulk'] as const;
export type Lane = (typeof LANES)[number];

export const isActionLane = (lane: Lane): boolean => LANES.indexOf(lane) <= LANES.indexOf('submit');
