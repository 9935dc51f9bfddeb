import type { TradeId } from './identifiers';

const NAMED_MAX = 10;

/** "2 trades differ from what was kept, and are replaced: TR-1, TR-2." */
export function changedInWords(ids: readonly TradeId[]): string {
  const which = ids.length === 1 ? '1 trade differs' : `${ids.length} trades differ`;
  const named = ids.slice(0, NAMED_MAX).join(', ');
  const rest = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : '';
  return `${which} from what was kept, and ${ids.length === 1 ? 'is' : 'are'} replaced: ${named}${rest}.`;
}
