// Runs in the add-in's page before office.js. It gives the library the two things a desktop host would: the native
// bridge that carries its requests, and `window.external`, from which it reads what it is hosted by.
const host = window.parent;
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

function textFor(message: unknown): string | null {
  const known =
    typeof message === 'object' && message !== null && 'toPage' in message ? message.toPage : null;
  return typeof known === 'string' ? known : null;
}

window.addEventListener('message', (event) => {
  const text = event.source === host && event.origin === origin ? textFor(event.data) : null;
  if (text !== null) bridge.onMessageFromHost?.(text);
});

const REQUIREMENT_SETS = {
  ExcelApi: 1.13,
  SharedRuntime: 1.2,
  CustomFunctions: 1.9,
  CustomFunctionsRuntime: 1.4,
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
/** The old document API's word for an internal error. Saying nothing would leave the caller waiting for ever. */
const REFUSED = 5001;

function log(name: string, args: readonly unknown[]): void {
  const readable = args.filter((arg) => typeof arg !== 'function').map(String);
  unknown(`window.external.${name}(${readable.join(', ')})`);
}

Object.assign(window.external, {
  GetContext: () => context,
  // host $ platform $ version $ locale $ correlation $ isDialog $ logging $ flags: 1 shared runtime + 2 has functions.
  GetHostInfo: () => 'Excel$Win32$16.01$en-US$workbench$$disableLogging$3',
  Execute: (id: number, args: unknown, done?: (answer: object) => void) => {
    log('Execute', [id, args]);
    done?.({ toArray: () => [REFUSED] });
  },
  // Ribbon commands come over the bridge; an accepted other event would let a dialog claim that it opened.
  RegisterEvent: (id: number, target: string, _handler: unknown, done?: (status: number) => void) => {
    if (id !== RIBBON_COMMANDS) log('RegisterEvent', [id, target]);
    done?.(id === RIBBON_COMMANDS ? 0 : REFUSED);
  },
  UnregisterEvent: (...args: unknown[]) => log('UnregisterEvent', args),
});
Object.assign(window, { _richApiNativeBridge: bridge });

export {};
