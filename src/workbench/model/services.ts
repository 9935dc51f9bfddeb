import type { Book } from './book';
import type { Kind } from './kind';

export const FUNCTIONS_SERVICE = 'Microsoft.ExcelServices.CustomFunctions';

/** Where the add-in's functions announce themselves and hand in their results. */
export function functionsKind({ functions }: Book): Kind<null> {
  return {
    name: 'CustomFunctions',
    methods: {
      _SetOsfControlContainerReadyForCustomFunctions: () => functions.announced(),
      _GetEnabledFeatures: () => functions.features(),
      SetInvocationArrayResults: (_, args) => functions.results(args.at(0)),
    },
  };
}

/** What the page may ask for beside the workbook, by the name it is made by: the shared runtime. */
export function services(book: Book): Readonly<Record<string, Kind<null>>> {
  const { runtime } = book;
  return {
    [FUNCTIONS_SERVICE]: functionsKind(book),
    'Microsoft.InternalService.AddinInternalService': {
      name: 'AddinInternalService',
      methods: { NotifyActionHandlerReady: () => runtime.actionsReady() },
    },
    'Microsoft.AppRuntime.AppRuntimePersistenceService': {
      name: 'AppRuntimePersistenceService',
      methods: {
        GetAppRuntimeStartState: () => runtime.startState,
        SetAppRuntimeStartState: (_, args) => {
          runtime.startState = args.text(0);
        },
      },
    },
    'Microsoft.AppRuntime.AppRuntimeService': {
      name: 'AppRuntimeService',
      methods: {
        GetAppRuntimeState: () => (runtime.visible() ? 'Visible' : 'Background'),
        SetAppRuntimeState: (_, args) => runtime.show(args.text(0) === 'Visible'),
      },
    },
  };
}
