import { sentence } from '../../src/domain/failure';
import { storedEvents } from '../../src/gateway/storage/events';

/** An event as it lies on the disk: what was delivered, byte for byte, and how often. */
export interface KeptEvent {
  readonly body: string;
  readonly times: number;
}

/** Every event that was delivered and kept, read past the gateway; without those that it found by looking. */
export async function keptEvents(dataFolder: string): Promise<readonly KeptEvent[]> {
  const stored = await storedEvents({ dataFolder, environment: 'simulator' });
  if (!stored.ok) throw new Error(sentence(stored.failure));
  return stored.value.flatMap(({ body, event: { times } }) => (body === '' ? [] : [{ body, times }]));
}
