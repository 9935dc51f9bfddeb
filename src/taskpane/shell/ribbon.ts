import { sentence } from '../../domain/failure';
import type { Commands } from '../app/commands';
import type { Load } from '../app/lazy';

/** Names that the manifest and the shortcuts use. */
export const ACTION_NAMES = [
  'ShowRequest',
  'ShowRequests',
  'RefreshSelection',
  'RefreshSheet',
  'RefreshBook',
  'TogglePause',
  'ShowErrors',
  'ShowSource',
  'RepairFormulas',
  'InsertBlotter',
  'InsertCalculator',
  'InsertQuoteSheet',
  'InsertPricing',
  'InsertPosition',
  'InsertProfitAndLoss',
  'InsertJournal',
  'WithdrawAll',
  'StopPrograms',
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

interface RibbonOptions {
  readonly commands: Commands;
  readonly showPane: () => Promise<void>;
  /** Fetched at the first press at the latest. Withdrawing does not wait for it. */
  readonly actions: Load<Record<ActionName, () => Promise<void>>>;
}

/**
 * Gives Excel the functions that ribbon, context menu and shortcuts name. It has to run while the page loads: what is
 * associated later misses the first press.
 */
export function associateActions(options: RibbonOptions): void {
  if (typeof Office === 'undefined') return;
  for (const name of ACTION_NAMES) {
    Office.actions.associate(name, (event?: Partial<Office.AddinCommands.Event>) => {
      // First of all: until then Excel may show no pane, and holds every further press back, "Withdraw all" too. A shortcut calls
      // without an event, or with one that has no end.
      event?.completed?.();
      void runAction(name, options);
    });
  }
}

async function runAction(name: ActionName, { actions, commands, showPane }: RibbonOptions): Promise<void> {
  if (name === 'WithdrawAll') return withdrawAll({ commands, showPane });
  if (name === 'StopPrograms') return stopPrograms({ commands, showPane });
  const here = await actions();
  if (here.ok) return here.value[name]();
  commands.post({ kind: 'say', text: sentence(here.failure) });
  await showPane();
}

/** What the ribbon and the shortcut for it do. Before the pane is shown: withdrawing waits for no window. */
export async function withdrawAll({
  commands,
  showPane,
}: {
  commands: Commands;
  showPane: () => Promise<void>;
}): Promise<void> {
  commands.post({ kind: 'withdraw-all' });
  await showPane();
}

/** The same for the programs of this page. */
export async function stopPrograms({
  commands,
  showPane,
}: {
  commands: Commands;
  showPane: () => Promise<void>;
}): Promise<void> {
  commands.post({ kind: 'stop-programs' });
  await showPane();
}
