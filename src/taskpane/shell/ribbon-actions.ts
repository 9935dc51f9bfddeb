import type { GatewayClient } from '../../client/client';
import { sentence } from '../../domain/failure';
import { refreshCells, repairFormulas, type Scope } from '../cells/refreshing';
import type { Command, CommandResult, Commands } from '../app/commands';
import { stopPrograms, withdrawAll, type ActionName } from './ribbon';
import { loadOnce } from '../app/lazy';
import type { Template } from '../templates/templates';
import type { Sheet } from '../excel/sheet';
import { requestNamed } from '../requests/named-request';
import { MODE_NOTICES } from '../ui/text/cell-text';
import type { Formatters } from '../ui/formatters';

interface RibbonContext {
  readonly commands: Commands;
  readonly sheet: Sheet;
  readonly client: () => Pick<GatewayClient, 'cells' | 'clock' | 'explain' | 'mode' | 'refresh' | 'watch'>;
  readonly formatters: Formatters;
  readonly showPane: () => Promise<void>;
}

/** What ribbon, context menu and shortcuts do. None of them sends anything but withdrawals. */
export function ribbonActions(place: RibbonContext): Record<ActionName, () => Promise<void>> {
  const { commands, sheet, formatters } = place;
  const show = async (command: Command): Promise<void> => {
    commands.post(command);
    await place.showPane();
  };
  /** Opens the pane only where a person has something to do about it. */
  const tell = async ({ text, trouble }: CommandResult): Promise<void> => {
    commands.post(say(text));
    if (trouble) await place.showPane();
  };
  const refresh = async (scope: Scope): Promise<void> =>
    tell(await refreshCells(scope, { sheet, client: place.client(), formatters }));
  const sheets = loadOnce(() => import(/* webpackChunkName: "ready-made" */ '../templates/templates'));
  const insert = async (kind: Template): Promise<void> => {
    const file = await sheets();
    await tell(
      file.ok
        ? await file.value.insertTemplate(kind, { sheet, client: place.client() })
        : { text: sentence(file.failure), trouble: true },
    );
  };
  return {
    async ShowRequest() {
      const row = await sheet.selectedRow();
      const named = row.ok ? requestNamed(row.value) : row;
      await show(named.ok ? { kind: 'show-request', id: named.value } : say(sentence(named.failure)));
    },
    async ShowRequests() {
      await show({ kind: 'show-requests' });
      focusSoon('[data-request][tabindex="0"]', place.client().clock);
    },
    RefreshSelection: () => refresh('selection'),
    RefreshSheet: () => refresh('sheet'),
    RefreshBook: () => refresh('book'),
    async TogglePause() {
      const { mode } = place.client();
      mode.set(mode.now() === 'paused' ? 'live' : 'paused');
      await show(say(MODE_NOTICES[mode.now()]));
    },
    ShowErrors: () => show({ kind: 'show-cells', at: 'errors' }),
    ShowSource: () => show({ kind: 'show-cells', at: 'source' }),
    RepairFormulas: async () => tell(await repairFormulas(sheet, formatters)),
    InsertBlotter: () => insert('blotter'),
    InsertCalculator: () => insert('calculator'),
    InsertQuoteSheet: () => insert('quote-sheet'),
    InsertPricing: () => insert('pricing'),
    InsertPosition: () => insert('position'),
    InsertProfitAndLoss: () => insert('profit-and-loss'),
    InsertJournal: () => insert('journal'),
    WithdrawAll: () => withdrawAll(place),
    StopPrograms: () => stopPrograms(place),
  };
}

const say = (text: string): Command => ({ kind: 'say', text });

const LOOK_MS = 50;
const LOOKS_MAX = 40;

/** Excel has the focus when its key is pressed: it goes to the pane as soon as what was asked for is shown there. */
function focusSoon(selector: string, clock: GatewayClient['clock'], looks = LOOKS_MAX): void {
  const place = globalThis.document?.querySelector<HTMLElement>(selector);
  if (place) {
    globalThis.focus();
    place.focus();
  } else if (globalThis.document && looks > 0) {
    clock.after(LOOK_MS, () => focusSoon(selector, clock, looks - 1));
  }
}
