import { mergeClasses } from '@fluentui/react-components';
import { usePane, useNow } from './hooks';
import { age } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';

/** How long ago something was, by itself up to date; its title is the moment with its zone. */
export function Age({ at }: { at: number | undefined }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const now = useNow();
  if (at === undefined) return null;
  return (
    <span className={mergeClasses(shared.figure, shared.muted, shared.small)} title={formatters.moment(at)}>
      {age(now - at)}
    </span>
  );
}
