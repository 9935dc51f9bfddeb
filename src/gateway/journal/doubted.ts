import type { Action } from '../../domain/action';
import type { Failure } from '../../domain/failure';

/**
 * An action whose newest line is not as it was written. How it ended cannot be taken from there: it is unknown again, so
 * that it is looked up at the platform. What was to be sent stays; nothing is sent again.
 */
export const doubted = ({
  id,
  body,
  shown,
  accepted,
  recall,
  before,
  createdAt,
  sentAt,
}: Action): Action => ({
  id,
  body,
  shown,
  ...(accepted && { accepted }),
  ...(recall !== undefined && { recall }),
  state: 'unknown',
  ...(before && { before }),
  createdAt,
  ...(sentAt !== undefined && { sentAt }),
  failure: LINE_NOT_AS_WRITTEN,
});

const LINE_NOT_AS_WRITTEN: Failure = {
  kind: 'unknown-outcome',
  message: 'The last line of the journal about this was changed or is damaged, so how it ended is not known.',
  next: 'It is being looked up at the platform; it is not sent again.',
};
