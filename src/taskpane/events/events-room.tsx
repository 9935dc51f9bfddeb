import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { EVENTS, JOURNAL, useAnswer, usePane } from '../app/hooks';
import { agingInWords, failureInWords } from '../ui/text/status-text';
import { chosen, EventFilter, EventList, NO_CHOICE } from './event-list';
import { useEventNotices } from '../app/event-notices';
import { eventRows, foldedRows } from '../app/event-rows';

/** What happened on the platform, as this desk heard of it. */
export function EventsRoom({
  onOpen,
  onSettings,
}: {
  onOpen: (id: RequestId) => void;
  onSettings: () => void;
}) {
  const { client, formatters } = usePane();
  const desk = useEventNotices();
  const shared = useSharedStyles();
  const [choice, setChoice] = useState(NO_CHOICE);
  const answer = useAnswer(client, EVENTS);
  const journal = useAnswer(client, JOURNAL).value;
  useEffect(() => desk.look(), [desk]);
  const rows = useMemo(
    () => eventRows(answer.value ?? [], desk.known()),
    // What the desk did changes to whom an event is of concern.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [answer.value, journal, desk],
  );
  const shown = chosen(rows, choice);
  const aging = agingInWords(answer, formatters);
  return (
    <section className={shared.room} aria-label="Events">
      <h2 className={shared.title}>Events</h2>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!answer.value && <p className={shared.text}>Loading the events…</p>}
      {answer.value?.length === 0 && <NoEvents onSettings={onSettings} />}
      {rows.length > 0 && (
        <>
          <EventFilter rows={rows} choice={choice} onChoice={setChoice} />
          {shown.length === 0 && <p className={shared.text}>No events of this type.</p>}
          <EventList rows={foldedRows(shown)} question={JSON.stringify(choice)} onOpen={onOpen} />
          <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
            For you: your fills, counteroffers to your quotes, and the closing of requests that you made or
            quoted. Others’ quotes are grouped: one line per request and minute.
          </p>
        </>
      )}
    </section>
  );
}

/** The way to the settings, while there are no events. */
function NoEvents({ onSettings }: { onSettings: () => void }) {
  const shared = useSharedStyles();
  return (
    <div className={shared.section}>
      <p className={shared.text}>No events yet.</p>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        The platform’s operator sends events to the address that Settings shows. Changes that the desk detects
        by polling are listed here too.
      </p>
      <div>
        <Button size="small" onClick={onSettings}>
          Set up events
        </Button>
      </div>
    </div>
  );
}
