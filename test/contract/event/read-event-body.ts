import { deliveredEvents, readEvent, type EventBody } from '../../../src/contract/event/event-body';
import { success, type Outcome } from '../../../src/domain/failure';

/** The one event of a delivery, as the receiver reads it without a profile, and its text. */
export function readEventBody(bytes: Uint8Array): Outcome<EventBody & { readonly text: string }> {
  const delivered = deliveredEvents(bytes, undefined);
  if (!delivered.ok) return delivered;
  const [one] = delivered.value;
  if (!one) throw new Error('A delivery has one event at least.');
  const event = readEvent(one.json);
  return event.ok ? success({ ...event.value, text: one.text }) : event;
}
