import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '../client/session';
import { associateActions } from './associate';
import { Errands } from './errands';
import { Late } from './late/late';
import { lateSheet } from './late/late-sheet';
import { Observable } from './observable';
import type { Office as Place } from './office';
import { Pane } from './pane';
import { openPaneDesk } from './pane-desk';
import { openRooms } from './rooms';
import { rememberedInBrowser } from './remembered';
import { startOffice } from './start-office';
import { figuresFor } from './words/figures';
import './taskpane.css';

const errands = new Errands();
const showPane = (): Promise<void> => Office.addin.showAsTaskpane();
const excel = new Late(() =>
  import(/* webpackChunkName: "sheet" */ './sheet').then((file) => file.excelSheet),
);
const sheet = lateSheet(excel);
const figures = figuresFor(navigator.language);
const actions = new Late(() =>
  import(/* webpackChunkName: "actions" */ './actions').then((file) =>
    file.ribbonActions({ errands, sheet, client: session, figures, showPane }),
  ),
);
associateActions({ errands, actions, showPane });

const office = new Observable<Place>({ kind: 'waiting' });
const client = session();
const remembered = rememberedInBrowser(window);
const judgement = new Late(() => import(/* webpackChunkName: "standing" */ './events/standing'));
const locale = navigator.language;
const desk = openPaneDesk({ client, errands, office, judgement, locale, remembered });
const root = document.getElementById('pane');
if (!root) throw new Error('The page has no place for the pane.');
const rooms = { ...openRooms(), judgement, excel, actions };
createRoot(root).render(
  <StrictMode>
    <Pane desk={desk} rooms={rooms} />
  </StrictMode>,
);
startOffice(office, client.clock, sheet);
