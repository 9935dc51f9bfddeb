import { ACTION_NAMES, ribbonActions, type Workplace } from './actions';

/**
 * Gives Excel the functions that ribbon, context menu and shortcuts name. It has to run while the page loads: what is
 * associated later misses the first press.
 */
export function associateActions(place: Workplace): void {
  if (typeof Office === 'undefined') return;
  const actions = ribbonActions(place);
  for (const name of ACTION_NAMES) {
    // A shortcut calls without an event, the ribbon waits for its end.
    Office.actions.associate(name, (event?: Office.AddinCommands.Event) => {
      void actions[name]().finally(() => event?.completed());
    });
  }
}
