/** One rule of the simulator or of the product taken back: a text of a file in the place of another, and the rows that it must fail. */
export interface Mutation {
  /** What is then wrong, in a few words. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Every one of these rows fails. */
  readonly rows: readonly string[];
}
