import type { Errands } from '../errands';

/** What the ribbon and the shortcut for it do. Before the pane is shown: withdrawing waits for no window. */
export async function withdrawAll({
  errands,
  showPane,
}: {
  errands: Errands;
  showPane: () => Promise<void>;
}): Promise<void> {
  errands.post({ kind: 'withdraw-all' });
  await showPane();
}
