/** What can be taken away from a gateway before it is attacked. */
export const DEFENCES = [
  'host',
  'origin',
  'token',
  'pairing',
  'roles',
  'secret',
  'minutes',
  'audience',
  'tenant',
  'expiry',
  'algorithm',
  'key id',
  'headers',
  'files',
] as const;
export type Defence = (typeof DEFENCES)[number];
