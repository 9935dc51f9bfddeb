/** A quote or a request that is proven over: by its own record, or by the platform's word that there is none. */
export interface Ended {
  readonly kind: 'quote' | 'request';
  readonly id: string;
}

/** Where is kept what is proven over, so that it is asked once and not after every start. */
export interface EndedStore {
  append(ended: Ended): Promise<void>;
  all(): Promise<readonly Ended[]>;
}
