import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from '../client/session';
import { associateActions } from './shell/ribbon';
import { Commands } from './app/commands';
import { lazySheet, loadOnce } from './app/lazy';
import { Observable } from './app/observable';
import { startOffice, type Office as Place } from './app/office';
import { Pane } from './shell/pane';
import { openPaneContext } from './app/context';
import { openRooms } from './shell/rooms';
import { browserPreferences } from './app/preferences';
import { formattersFor, languageOf } from './ui/formatters';
import './taskpane.css';

const commands = new Commands();
const showPane = (): Promise<void> => Office.addin.showAsTaskpane();
const excel = loadOnce(() =>
  import(/* webpackChunkName: "sheet" */ './excel/sheet').then((file) => file.excelSheet),
);
const sheet = lazySheet(excel);
const locale = languageOf(navigator);
const formatters = formattersFor(locale);
const actions = loadOnce(() =>
  import(/* webpackChunkName: "actions" */ './shell/ribbon-actions').then((file) =>
    file.ribbonActions({ commands, sheet, client: session, formatters, showPane }),
  ),
);
associateActions({ commands, actions, showPane });

const office = new Observable<Place>({ kind: 'waiting' });
const client = session();
const preferences = browserPreferences(window);
const context = openPaneContext({ client, commands, office, locale, preferences });
const root = document.getElementById('pane');
if (!root) throw new Error('The page has no place for the pane.');
const rooms = openRooms();
const later = [...Object.values(rooms).map(({ preload }) => preload), excel, actions];
createRoot(root).render(
  <StrictMode>
    <Pane context={context} rooms={rooms} preloads={later} />
  </StrictMode>,
);
startOffice(office, client.clock, sheet);
