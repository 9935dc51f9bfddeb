import { mergeClasses } from '@fluentui/react-components';
import { useDesk, useNow } from '../use-desk';
import { age } from '../words/figures';
import { useLook } from './look';

/** How long ago something was, by itself up to date; its title is the moment with its zone. */
export function Age({ at }: { at: number | undefined }) {
  const { figures } = useDesk();
  const look = useLook();
  const now = useNow();
  if (at === undefined) return null;
  return (
    <span className={mergeClasses(look.figure, look.muted, look.small)} title={figures.moment(at)}>
      {age(now - at)}
    </span>
  );
}
