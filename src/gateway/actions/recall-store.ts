import type { Recall } from '../../domain/recall';

/** Where recalls are kept, so that none is forgotten over a restart. All of them stay. */
export interface RecallStore {
  append(recall: Recall): Promise<void>;
  newest(): Promise<Recall | undefined>;
}
