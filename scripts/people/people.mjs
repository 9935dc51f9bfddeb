/**
 * @typedef {object} DemoPerson
 * @property {string} name
 * @property {readonly string[]} roles
 */

/** Four people of a desk that does not exist, by their ids. */
export const DEMO_PEOPLE = /** @type {Readonly<Record<string, DemoPerson>>} */ ({
  tom: { name: 'Tom Berger', roles: ['trader'] },
  ada: { name: 'Ada Lindqvist', roles: ['approver'] },
  ana: { name: 'Ana Costa', roles: ['analyst'] },
  max: { name: 'Max Vogel', roles: ['admin'] },
});

export const DEMO_CLIENT = { id: 'spreaddesk', secret: 'of-the-demonstration-provider-on-this-machine' };
