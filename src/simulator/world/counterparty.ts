import type { Chance } from '../../effects/chance';

/** The desk's own name on the platform. */
export const DESK = 'Your Desk';

/** Everybody else there. The names are invented. */
export const COUNTERPARTIES = [
  'Alderbrook Energy',
  'Blue Heron Trading',
  'Cobalt Grid',
  'Dunmore Utilities',
  'Eastmarch Power',
  'Fernhill Gas',
  'Greywater Renewables',
  'Harbour Lane Energy',
  'Ironbridge Commodities',
  'Juniper Supply',
] as const;

export const oneOf = <T>(choices: readonly T[], chance: Chance): T => {
  const chosen = choices[Math.floor(chance() * choices.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};

export const someCounterparty = (chance: Chance, others: readonly string[] = []): string =>
  oneOf(
    COUNTERPARTIES.filter((name) => !others.includes(name)),
    chance,
  );
