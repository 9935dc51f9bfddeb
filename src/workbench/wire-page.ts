import * as z from 'zod/mini';
import { readUnkind } from './unkind';

// Runs in the add-in's page before office.js. It gives the library the two things a desktop host would: the native
// bridge that carries its requests, and `window.external`, from which it reads what it is hosted by.
// A window that it opened for Office's dialogs speaks with it in the place of a host.
const isDialog = window.parent === window && window.opener !== null;
const host = isDialog ? (window.opener as Window) : window.parent;
const origin = window.location.origin;
const unknown = (what: string): void => host.postMessage({ unknown: what }, origin);

interface Bridge {
  /** office.js puts its own function here. */
  onMessageFromHost: ((text: string) => void) | null;
  sendMessageToHost(text: string): void;
}
const bridge: Bridge = {
  onMessageFromHost: null,
  sendMessageToHost: (text) => host.postMessage({ toHost: text }, origin),
};

/** A press of a ribbon button, and what office.js is told it with. */
interface Press {
  press: number;
  action: string;
}
type Told = (event: number, payload: { toArray(): unknown[] }) => void;
let tellPress: Told | undefined;

const isPress = (message: unknown): message is Press =>
  typeof message === 'object' && message !== null && 'press' in message && 'action' in message;

function textFor(message: unknown): string | null {
  const known =
    typeof message === 'object' && message !== null && 'toPage' in message ? message.toPage : null;
  return typeof known === 'string' ? known : null;
}

/** The window of Office's dialogs, of which there is one at a time. */
let dialog: { readonly window: Window; readonly tell: (message: unknown[]) => void } | undefined;
const DIALOG_LOOK_MS = 500;

const Wanted = z.object({ url: z.string(), height: z.number(), width: z.number() });
const Said = z.object({ fromDialog: z.string() });

/** `target` is what displayDialogAsync was called with; sizes are percents of the screen. */
function openDialog(target: string, handler: Told, done: (status: number) => void): void {
  const { url, height, width } = Wanted.parse(JSON.parse(target));
  const { availWidth, availHeight } = window.screen;
  const size = `width=${(availWidth * width) / 100},height=${(availHeight * height) / 100}`;
  const opened = window.open(url, '_blank', `popup,${size}`);
  if (!opened) return done(REFUSED);
  dialog = { window: opened, tell: (message) => handler(DIALOG, { toArray: () => message }) };
  done(OK);
  const look = window.setInterval(() => {
    if (!opened.closed) return;
    window.clearInterval(look);
    if (dialog?.window === opened) dialog.tell([DIALOG_CLOSED]);
  }, DIALOG_LOOK_MS);
}

window.addEventListener('message', (event) => {
  if (dialog && event.source === dialog.window && event.origin === origin) {
    const said = Said.safeParse(event.data);
    if (said.success) dialog.tell([DIALOG_SAID, said.data.fromDialog, origin]);
    return;
  }
  if (event.source !== host || event.origin !== origin) return;
  const message: unknown = event.data;
  if (isPress(message)) {
    const { press, action } = message;
    tellPress?.(RIBBON_COMMANDS, { toArray: () => [String(press), action, '{}'] });
    return;
  }
  const text = textFor(message);
  if (text !== null) bridge.onMessageFromHost?.(text);
});

// Windows of one browser share what it keeps, as workbooks of one Excel do: `?apart` makes this one an Excel of its own.
if (new URLSearchParams(window.location.search).has('apart')) {
  Object.defineProperty(window, 'localStorage', { get: () => window.sessionStorage });
}

const { unkind } = readUnkind(window.location.search);
const REQUIREMENT_SETS = {
  ExcelApi: 1.13,
  SharedRuntime: 1.2,
  CustomFunctions: 1.9,
  CustomFunctionsRuntime: unkind.has('array-errors') ? 1.3 : 1.4,
  RichApiRuntimeFlag: 1.0,
};
const keptNowhere = 'Office.context.document.settings are not kept';
const context = {
  GetAppType: () => 1,
  GetSolutionRef: () => '00000000-0000-0000-0000-000000000000',
  GetAppVersionMajor: () => 16,
  GetAppVersionMinor: () => 1,
  GetAppUILocale: () => 'en-US',
  GetAppDataLocale: () => 'en-US',
  GetDocUrl: () => 'Book1',
  GetAppCapabilities: () => 1,
  GetActivationMode: () => 0,
  GetControlIntegrationLevel: () => 0,
  GetSolutionToken: () => '',
  GetCorrelationId: () => 'workbench',
  GetInstanceId: () => 'workbench',
  GetTouchEnabled: () => false,
  GetCommerceAllowed: () => false,
  GetSupportedMatrix: () => JSON.stringify(REQUIREMENT_SETS),
  GetHostFullVersion: () => '16.0.18000.1',
  GetInitialDisplayMode: () => 0,
  GetSettings: () => ({ Read: () => undefined, Write: () => unknown(keptNowhere) }),
  GetOfficeThemeInfo: () => '{}',
};

const RIBBON_COMMANDS = 39;
const PRESS_COMPLETED = 94;
const DIALOG = 10;
const DIALOG_SAID = 0;
const DIALOG_CLOSED = 12_006;
const OK = 0;
/** The old document API's word for an internal error. Saying nothing would leave the caller waiting for ever. */
const REFUSED = 5001;

function log(name: string, args: readonly unknown[]): void {
  const readable = args.filter((arg) => typeof arg !== 'function').map(String);
  unknown(`window.external.${name}(${readable.join(', ')})`);
}

// WebKit has none.
Object.assign((window.external ??= {} as External), {
  GetContext: () => context,
  // host $ platform $ version $ locale $ correlation $ isDialog $ logging $ flags: 1 shared runtime + 2 has functions.
  GetHostInfo: () => `Excel$Win32$16.01$en-US$workbench$${isDialog ? 'isDialog' : ''}$disableLogging$3`,
  Execute: (id: number, args: unknown, done?: (answer: object) => void) => {
    if (id === PRESS_COMPLETED && Array.isArray(args)) {
      host.postMessage({ completed: Number(args[0]) }, origin);
      done?.({ toArray: () => [OK] });
      return;
    }
    log('Execute', [id, args]);
    done?.({ toArray: () => [REFUSED] });
  },
  // A ribbon command comes over the bridge, or this way where its end matters; an accepted other event would never come.
  RegisterEvent: (id: number, target: string, handler: Told, done?: (status: number) => void) => {
    if (id === DIALOG && done) return openDialog(target, handler, done);
    if (id === RIBBON_COMMANDS) tellPress = handler;
    else log('RegisterEvent', [id, target]);
    done?.(id === RIBBON_COMMANDS ? 0 : REFUSED);
  },
  UnregisterEvent: (id: number, target: string, done?: (status: number) => void) => {
    if (id !== DIALOG) return log('UnregisterEvent', [id, target]);
    const { window: opened } = dialog ?? {};
    dialog = undefined;
    opened?.close();
    done?.(OK);
  },
  MessageParent: (message: string) => host.postMessage({ fromDialog: message }, origin),
});
Object.assign(window, { _richApiNativeBridge: bridge });
