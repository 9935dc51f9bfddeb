import { sentence } from '../domain/failure';
import { ACTION_NAMES, type ActionName } from './action-names';
import type { Errands } from './errands';
import type { Late } from './late/late';
import { withdrawAll } from './withdrawing/withdraw-all';

interface Associated {
  readonly errands: Errands;
  readonly showPane: () => Promise<void>;
  /** Fetched at the first press at the latest. Withdrawing does not wait for it. */
  readonly actions: Late<Record<ActionName, () => Promise<void>>>;
}

/**
 * Gives Excel the functions that ribbon, context menu and shortcuts name. It has to run while the page loads: what is
 * associated later misses the first press.
 */
export function associateActions(parts: Associated): void {
  if (typeof Office === 'undefined') return;
  for (const name of ACTION_NAMES) {
    // The ribbon waits for the event's end; a shortcut calls without an event, or with one that has none.
    Office.actions.associate(name, (event?: Partial<Office.AddinCommands.Event>) => {
      void act(name, parts).finally(() => event?.completed?.());
    });
  }
}

async function act(name: ActionName, { actions, errands, showPane }: Associated): Promise<void> {
  if (name === 'WithdrawAll') return withdrawAll({ errands, showPane });
  const here = await actions.fetch();
  if (here.ok) return here.value[name]();
  await showPane();
  errands.post({ kind: 'say', text: sentence(here.failure) });
}
