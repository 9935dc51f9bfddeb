import type { KeyPlace } from '../../../src/gateway/storage/vault/key-keeper';

/** A place for a key in memory, which can be out of reach. */
export class MemoryKeyPlace implements KeyPlace {
  key: string | undefined;
  fails: 'never' | 'writing' | 'always' = 'never';

  constructor(readonly name: KeyPlace['name']) {}

  async read(): Promise<string | undefined> {
    if (this.fails === 'always') throw new Error('There is no keychain here.');
    return this.key;
  }

  async write(key: string): Promise<void> {
    if (this.fails !== 'never') throw new Error('Access denied.');
    this.key = key;
  }
}
