import type { DeskClient } from '../client/client';
import { sentence } from '../domain/failure';
import { RequestId } from '../domain/identifiers';
import type { Errand, Errands } from './errands';
import type { Sheet } from './sheet';

export interface Workplace {
  readonly errands: Errands;
  readonly sheet: Sheet;
  readonly client: () => Pick<DeskClient, 'refresh' | 'watched'>;
  readonly showPane: () => Promise<void>;
}

/** Names that the manifest and the shortcuts use. */
export const ACTION_NAMES = ['ShowRequest', 'ShowRequests', 'RefreshBook'] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

/** What ribbon, context menu and shortcuts do. None of them sends anything. */
export function ribbonActions(place: Workplace): Record<ActionName, () => Promise<void>> {
  return {
    async ShowRequest() {
      const selected = await place.sheet.selectedText();
      await place.showPane();
      place.errands.post(selected.ok ? requestNamed(selected.value) : say(sentence(selected.failure)));
    },
    async ShowRequests() {
      await place.showPane();
      place.errands.post({ kind: 'show-requests' });
    },
    async RefreshBook() {
      const client = place.client();
      const outcome = client.refresh(client.watched());
      place.errands.post(say(outcome.ok ? REFRESHED : sentence(outcome.failure)));
    },
  };
}

/** The errand of a cell that may name a request. */
export function requestNamed(text: string): Errand {
  const id = RequestId.safeParse(text);
  return id.success
    ? { kind: 'show-request', id: id.data }
    : say('The selected cell names no request. Select a cell with a request id, such as RQ-10293.');
}

const REFRESHED = 'Everything that this book and the pane watch is being asked for anew.';

const say = (text: string): Errand => ({ kind: 'say', text });
