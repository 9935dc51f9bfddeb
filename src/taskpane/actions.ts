import type { DeskClient } from '../client/client';
import { sentence } from '../domain/failure';
import { refreshCells, type Scope, type Told } from './cells/refreshing';
import { repairFormulas } from './cells/repairing';
import type { ActionName } from './action-names';
import type { Errand, Errands } from './errands';
import { Late } from './late/late';
import type { ReadyMade } from './ready-made/ready-made';
import type { Sheet } from './sheet';
import { requestNamed, type Named } from './requests/named';
import { MODE_NOTICES } from './words/cell-words';
import { withdrawAll } from './withdrawing/withdraw-all';
import type { Figures } from './words/figures';

export interface Workplace {
  readonly errands: Errands;
  readonly sheet: Sheet;
  readonly client: () => Pick<DeskClient, 'cells' | 'explain' | 'mode' | 'refresh'>;
  readonly figures: Figures;
  readonly showPane: () => Promise<void>;
}

/** What ribbon, context menu and shortcuts do. None of them sends anything but withdrawals. */
export function ribbonActions(place: Workplace): Record<ActionName, () => Promise<void>> {
  const { errands, sheet, figures } = place;
  const show = async (errand: Errand): Promise<void> => {
    await place.showPane();
    errands.post(errand);
  };
  /** Opens the pane only where a person has something to do about it. */
  const tell = async ({ text, trouble }: Told): Promise<void> => {
    if (trouble) await place.showPane();
    errands.post(say(text));
  };
  const refresh = async (scope: Scope): Promise<void> =>
    tell(await refreshCells(scope, { sheet, client: place.client(), figures }));
  const sheets = new Late(() => import(/* webpackChunkName: "ready-made" */ './ready-made/ready-made'));
  const insert = async (kind: ReadyMade): Promise<void> => {
    const file = await sheets.fetch();
    await tell(
      file.ok
        ? await file.value.insertReadyMade(kind, sheet)
        : { text: sentence(file.failure), trouble: true },
    );
  };
  return {
    async ShowRequest() {
      const row = await sheet.selectedRow();
      await show(row.ok ? errandOf(requestNamed(row.value)) : say(sentence(row.failure)));
    },
    ShowRequests: () => show({ kind: 'show-requests' }),
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
    RepairFormulas: async () => tell(await repairFormulas(sheet, figures)),
    InsertBlotter: () => insert('blotter'),
    InsertCalculator: () => insert('calculator'),
    InsertQuoteSheet: () => insert('quote-sheet'),
    WithdrawAll: () => withdrawAll(place),
  };
}

function errandOf(named: Named): Errand {
  switch (named.by) {
    case 'cell':
      return { kind: 'show-request', id: named.id };
    case 'row':
      return { kind: 'offer-request', id: named.id };
    case 'nothing':
      return say(sentence(named.failure));
  }
}

const say = (text: string): Errand => ({ kind: 'say', text });
