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
import { Replacements } from './pressing/replacements';
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
  /** Quotes that take the place of live ones go on while a person looks into other rooms. */
  readonly replacements: Replacements;
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
  const notice = new Observable('');
  const replacements = new Replacements({ client, presses, figures, isArmed: () => arm.armed });
  const withdrawals = new Withdrawals({
    client,
    presses,
    figures,
    stopBatch: () => {
      bulk.get()?.stop();
      replacements.stop();
    },
    tell: (text) => notice.set(text),
  });
  arm.follow(client);
  let place: string | undefined;
  client.watch({ kind: 'status' }, ({ value }) => {
    if (!value) return;
    const next = JSON.stringify([value.environment, value.service]);
    if (place !== undefined && place !== next) {
      bulk.get()?.forget();
      replacements.forget();
      presses.forget();
      // Names of one platform's members mean nothing, or somebody else, on another.
      draft.set({ ...draft.get(), recipients: [] });
      withdrawals.putAway();
    }
    place = next;
  });
  followRecalls({ client, presses, withdrawals, replacements, figures, bulk, notice });
  client.watch({ kind: 'journal' }, ({ value }) => {
    if (value) presses.learn(value);
  });
  client.watch({ kind: 'own-quotes' }, ({ value }) => withdrawals.know(value));
  client.watch({ kind: 'own-offers' }, ({ value }) => withdrawals.knowOffers(value ?? []));
  followMoves({ client, office, notice });
  return {
    client,
    arm,
    presses,
    withdrawals,
    replacements,
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

/** When everything was withdrawn from another workbook, nothing that was pressed here before it is sent. */
function followRecalls({
  client,
  presses,
  withdrawals,
  replacements,
  figures,
  bulk,
  notice,
}: Pick<
  PaneDesk,
  'client' | 'presses' | 'withdrawals' | 'replacements' | 'figures' | 'bulk' | 'notice'
>): void {
  let known: { readonly desk: string; readonly number: number } | undefined;
  client.watch({ kind: 'status' }, ({ value }) => {
    if (!value) return;
    const { recall, environment, service } = value;
    const desk = JSON.stringify([environment, service]);
    const isNew = recall && known?.desk === desk && recall.number > known.number;
    known = { desk, number: recall?.number ?? 0 };
    presses.recalled(known.number);
    if (!isNew || withdrawals.isMine(recall.id)) return;
    const what = `everything was withdrawn at ${figures.time(recall.at)} from another workbook.`;
    bulk.get()?.stop(`Stopped: ${what}`);
    replacements.stop(`Stopped: ${what}`);
    notice.set(`E${what.slice(1)} What was pressed before it is not sent any more.`);
  });
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
