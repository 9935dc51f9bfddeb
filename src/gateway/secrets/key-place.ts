/** A place where the one key of a data folder lies, as base64 text. */
export interface KeyPlace {
  readonly name: 'keychain' | 'file';
  /** `undefined`: there is none yet. Rejects when the place cannot be used. */
  read(): Promise<string | undefined>;
  write(key: string): Promise<void>;
}
