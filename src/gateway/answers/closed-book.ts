import { resourceKey, type Resource, type ResourceKey } from '../../domain/resource';
import type { Failure } from '../../domain/failure';
import type { AnswerBook } from './answer-book';
import type { AnswerListener } from './entry';
import { isLocal } from './question';

/** The book while nobody is signed in: the desk's own state can be read, and nothing of the platform, kept or not. */
export class ClosedBook implements Pick<AnswerBook, 'watch' | 'refresh'> {
  constructor(
    private readonly book: Pick<AnswerBook, 'watch'>,
    private readonly failure: Failure,
  ) {}

  watch(resource: Resource, listener: AnswerListener): () => void {
    if (isLocal(resource)) return this.book.watch(resource, listener);
    listener({ key: resourceKey(resource), state: 'failed', version: 0, failure: this.failure });
    return () => undefined;
  }

  refresh(_: readonly ResourceKey[]): void {}
}
