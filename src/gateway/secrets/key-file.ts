import type { KeyPlace } from './key-place';
import { textOf, writePrivately } from './private-file';

/** A file that only the account of the gateway can read. */
export const fileKeyPlace = (path: string): KeyPlace => ({
  name: 'file',
  read: async () => textOf(path),
  write: async (key) => writePrivately(path, `${key}\n`),
});
