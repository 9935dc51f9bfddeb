/** A resource of the gateway's own: read at any time, for free, and announced when it changed. */
export interface LocalSource {
  read(): unknown;
  /** Calls `listener` after every change until the returned function is called; twice is harmless. */
  onChange(listener: () => void): () => void;
}
