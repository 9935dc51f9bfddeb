import { Checkbox, mergeClasses } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { useDesk, useWatched } from '../use-desk';
import { NEWS_NAMES } from '../words/event-words';
import { NEWS_KINDS } from './news-kinds';

/** What a person is told of while looking elsewhere. */
export function NewsPart() {
  const { switches } = useDesk().events;
  const look = useLook();
  const off = useWatched(switches.off);
  return (
    <section className={look.section} aria-label="News">
      <h3 className={look.subtitle}>News at the foot of the pane</h3>
      <div role="group" aria-label="Tell me of">
        {NEWS_KINDS.map((kind) => (
          <div key={kind}>
            <Checkbox
              label={<span className={look.small}>{NEWS_NAMES[kind]}</span>}
              checked={!off.has(kind)}
              onChange={(_, { checked }) => switches.turn(kind, checked === true)}
            />
          </div>
        ))}
      </div>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        What this desk did itself is never told. The room Events shows everything in any case.
      </p>
    </section>
  );
}
