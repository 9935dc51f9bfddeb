import { mergeClasses } from '@fluentui/react-components';
import type { Program } from '../../domain/program/program';
import { usePane } from '../app/hooks';
import { Facts, type Fact } from '../ui/facts';
import { useSharedStyles } from '../ui/styles';
import { boundsFacts, boundsInShort } from './program-words';

/** What a program is held to, in one line, and in full on a press. */
export function FoldedBounds({
  bounds,
  title,
  more = [],
}: {
  bounds: Program['bounds'];
  title: string;
  more?: readonly Fact[];
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  return (
    <details className={mergeClasses(shared.small, shared.digits)}>
      <summary>
        <span className={shared.strong}>{title}:</span> {boundsInShort(bounds, formatters)}
      </summary>
      <Facts facts={[...boundsFacts(bounds, formatters), ...more]} />
    </details>
  );
}
