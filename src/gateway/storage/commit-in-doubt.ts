/**
 * A write of which nobody knows whether it is kept: the connection broke, or no answer came. It is no failed write. Nothing is sent
 * because of it, nothing said of it, and it is not written again; the next to open the store reads what is there.
 */
export class CommitInDoubt extends Error {
  constructor(reason: string) {
    super(`Whether this was kept is not known (${reason}).`);
    this.name = 'CommitInDoubt';
  }
}
