import { Button } from '@fluentui/react-components';
import type { Request } from '../../domain/request';
import { Note } from '../look/note';
import { useDesk } from '../use-desk';
import { changeInWords, offerInWords } from '../words/offer-words';
import { isProposal, type Choice, type Choosable } from './choice';

/** What is on the screen is no longer what was frozen: old and new, and a new choice. */
export function MovedOffer<O extends Choosable>({
  request,
  choice,
  onChoose,
}: {
  request: Request;
  choice: Extract<Choice<O>, { state: 'moved' }>;
  onChoose: (offer: O) => void;
}) {
  const { figures } = useDesk();
  const saying = { request, figures };
  const { frozen, now } = choice;
  if (!now) {
    const what = isProposal(frozen.offer) ? 'This price proposal' : 'This quote';
    return (
      <Note tone="warning" live>
        {what} at {offerInWords(frozen.offer, saying)} is gone. Choose another one.
      </Note>
    );
  }
  const [was, is] = changeInWords(frozen.offer, now, saying);
  return (
    <>
      <Note tone="warning" live>
        It moved while you were looking; nothing was sent.
        <div>{was}</div>
        <div>→ {is}</div>
      </Note>
      <div>
        <Button size="small" onClick={() => onChoose(now)}>
          Look at the new price: {is}
        </Button>
      </div>
    </>
  );
}
