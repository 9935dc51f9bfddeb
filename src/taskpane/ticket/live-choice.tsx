import { mergeClasses } from '@fluentui/react-components';
import type { LiveQuote } from '../../domain/own-quote';
import type { Request } from '../../domain/request';
import { useLook } from '../look/look';
import { ToggleGroup } from '../look/toggle-group';
import { useDesk } from '../use-desk';
import { liveInWords } from '../words/own-quote-words';

/** A live quote of the desk on the same side: a new one takes its place, unless a person says that it is a second one. */
export function LiveChoice({
  request,
  live,
  isBeside,
  onBeside,
}: {
  request: Request;
  live: readonly LiveQuote[];
  isBeside: boolean;
  onBeside: (isBeside: boolean) => void;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const [first] = live;
  if (!first) return null;
  const words = liveInWords(live, { unit: request.legs[0]?.quantityUnit, figures });
  return (
    <div className={look.section} role="group" aria-label="Your live quote">
      <ToggleGroup
        label="Replace or add"
        options={[
          { value: 'replace', label: `Replace my ${words}` },
          { value: 'beside', label: 'Add a second quote' },
        ]}
        value={isBeside ? 'beside' : 'replace'}
        onChange={(chosen) => onBeside(chosen === 'beside')}
      />
      {!isBeside && (
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          {live.map(({ quoteId }) => quoteId).join(', ')} {live.length > 1 ? 'are' : 'is'} withdrawn first.
          The new one is sent only when that is done.
        </p>
      )}
    </div>
  );
}
