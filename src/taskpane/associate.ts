import { ACTION_NAMES, ribbonActions, type Workplace } from './actions';

/**
 * Gives Excel the functions that ribbon, context menu and shortcuts name. It has to run while the page loads: what is
 * associated later misses the first press.
 */
export function associateActions(place: Workplace): void {
  if (typeof Office === 'undefined') return;
  const actions = ribbonActions(place);
  for (const name of ACTION_NAMES) {
    // The ribbon waits for the event's end; a shortcut calls without an event, or with one that has none.
    Office.actions.associate(name, (event?: Partial<Office.AddinCommands.Event>) => {
      void actions[name]().finally(() => event?.completed?.());
    });
  }
}
