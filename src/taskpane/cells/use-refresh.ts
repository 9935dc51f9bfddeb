import { useDesk } from '../use-desk';
import { refreshCells, type Scope } from './refreshing';
import { useSheet } from './use-cells';

/** Asks anew for what the cells in scope show, and says in the notice how much that was. */
export function useRefresh(): (scope: Scope) => void {
  const { client, figures, notice } = useDesk();
  const sheet = useSheet();
  return (scope) => {
    void refreshCells(scope, { sheet, client, figures }).then(({ text }) => notice.set(text));
  };
}
