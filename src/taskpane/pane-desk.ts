import type { DeskClient } from '../client/client';
import { sentence } from '../domain/failure';
import type { BulkDesk } from './bulk/bulk-desk';
import type { Errands } from './errands';
import { EventDesk, type Judgement } from './events/event-desk';
import type { Late } from './late/late';
import { BLANK_DRAFT, type RequestDraft } from './new-request/blank-draft';
import { Observable } from './observable';
import type { Office } from './office';
import { ArmSwitch } from './pressing/arm-switch';
import { Presses } from './pressing/presses';
import { rememberedInPage, type Remembered } from './remembered';
import { Ticker } from './ticker';
import { Withdrawals } from './withdrawing/withdrawals';
import { figuresFor, type Figures } from './words/figures';

/** Everything that the pane works with, built once. */
export interface PaneDesk {
  readonly client: DeskClient;
  readonly arm: ArmSwitch;
  readonly presses: Presses;
  readonly withdrawals: Withdrawals;
  /** Absent until its room is opened for the first time; a batch goes on while a person looks into other rooms. */
  readonly bulk: Observable<BulkDesk | undefined>;
  readonly events: EventDesk;
  readonly ticker: Ticker;
  readonly figures: Figures;
  readonly errands: Errands;
  readonly office: Observable<Office>;
  /** The last thing said to the person; empty when there is nothing to say. */
  readonly notice: Observable<string>;
  /** The request that is being written: it waits while a person looks into other rooms. */
  readonly draft: Observable<RequestDraft>;
}

export function openPaneDesk(parts: {
  client: DeskClient;
  errands: Errands;
  office: Observable<Office>;
  judgement: Late<Judgement>;
  locale: string | undefined;
  timeZone?: string;
  remembered?: Remembered;
}): PaneDesk {
  const { client, errands, office, judgement, locale, timeZone, remembered = rememberedInPage() } = parts;
  const arm = new ArmSwitch(client.clock);
  const presses = new Presses(client, () => arm.armed);
  const draft = new Observable(BLANK_DRAFT);
  const figures = figuresFor(locale, timeZone);
  const bulk = new Observable<BulkDesk | undefined>(undefined);
  const withdrawals = new Withdrawals({ presses, figures, stopBatch: () => bulk.get()?.stop() });
  arm.follow(client);
  let place: string | undefined;
  client.watch({ kind: 'status' }, ({ value }) => {
    if (!value) return;
    const next = JSON.stringify([value.environment, value.service]);
    if (place !== undefined && place !== next) {
      bulk.get()?.forget();
      presses.forget();
      // Names of one platform's members mean nothing, or somebody else, on another.
      draft.set({ ...draft.get(), recipients: [] });
      withdrawals.putAway();
    }
    place = next;
  });
  client.watch({ kind: 'journal' }, ({ value }) => {
    if (value) presses.learn(value);
  });
  client.watch({ kind: 'own-quotes' }, ({ value }) => withdrawals.know(value));
  const notice = new Observable('');
  followMoves({ client, office, notice });
  return {
    client,
    arm,
    presses,
    withdrawals,
    events: new EventDesk(client, judgement, remembered),
    bulk,
    errands,
    office,
    ticker: new Ticker(client.clock),
    figures,
    notice,
    draft,
  };
}

/** Tells the register of cells, for as long as the page lives, on which sheets cells have moved. */
function followMoves({ client, office, notice }: Pick<PaneDesk, 'client' | 'office' | 'notice'>): void {
  let following = false;
  const follow = (): void => {
    const place = office.get();
    if (following || place.kind !== 'excel') return;
    following = true;
    place.sheet.onMoved(
      (sheet) => client.cells.moved(sheet),
      (failure) => notice.set(sentence(failure)),
    );
  };
  office.subscribe(follow);
  follow();
}
