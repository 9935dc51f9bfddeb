import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '../client/session';
import { associateActions } from './associate';
import { Errands } from './errands';
import { Observable } from './observable';
import type { Office as Place } from './office';
import { Pane } from './pane';
import { openPaneDesk } from './pane-desk';
import { excelSheet } from './sheet';
import { openRooms } from './rooms';
import { rememberedInBrowser } from './remembered';
import { startOffice } from './start-office';
import { figuresFor } from './words/figures';
import './taskpane.css';

const errands = new Errands();
associateActions({
  errands,
  sheet: excelSheet,
  client: session,
  figures: figuresFor(navigator.language),
  showPane: () => Office.addin.showAsTaskpane(),
});

const office = new Observable<Place>({ kind: 'waiting' });
const client = session();
const remembered = rememberedInBrowser(window);
const desk = openPaneDesk({ client, errands, office, locale: navigator.language, remembered });
const root = document.getElementById('pane');
if (!root) throw new Error('The page has no place for the pane.');
createRoot(root).render(
  <StrictMode>
    <Pane desk={desk} rooms={openRooms()} />
  </StrictMode>,
);
startOffice(office, client.clock);
