import { childrenNamed, type Element, withDescendants } from './element';
import { resourcesOn } from './resources';

const NAMESPACE = 'DESK';
/** What the bundle calls the files that the functions' part of the manifest names. */
const FUNCTION_FILES: Readonly<Record<string, string>> = {
  Script: '/functions.js',
  Page: '/taskpane.html',
  Metadata: '/functions.json',
};

/** One long-lived runtime for cells, commands and pane; the functions under their name and from their files. */
export const runtimeFindings = (manifest: Element): string[] => [
  ...lifetimeFindings(manifest),
  ...pageFindings(manifest),
  ...functionFileFindings(manifest),
  ...withDescendants(manifest)
    .filter(({ name }) => name === 'TaskpaneId')
    .map(() => '<TaskpaneId> must go: with it Excel may open a second pane that has no runtime.'),
];

function lifetimeFindings(manifest: Element): string[] {
  const runtimes = withDescendants(manifest).filter(({ name }) => name === 'Runtime');
  if (runtimes.length !== 1) return [`There must be one <Runtime>, not ${runtimes.length}.`];
  return runtimes[0]?.attributes.lifetime === 'long' ? [] : ['<Runtime> must have lifetime="long".'];
}

/** Another resid is another runtime to Excel, even where the address behind it is the same. */
function pageFindings(manifest: Element): string[] {
  const all = withDescendants(manifest);
  const runtime = all.find(({ name }) => name === 'Runtime')?.attributes.resid;
  const pages = all.flatMap((element) => {
    if (element.name === 'FunctionFile') return [element];
    const holdsPage = element.name === 'Page' || element.kind === 'Action:ShowTaskpane';
    return holdsPage ? childrenNamed(element, 'SourceLocation') : [];
  });
  const strangers = pages.filter(({ attributes }) => attributes.resid !== runtime);
  const pane = childrenNamed(childrenNamed(manifest, 'DefaultSettings')[0], 'SourceLocation')[0];
  const address = resourcesOn(manifest, 'bt:Urls').get(runtime ?? '');
  return [
    ...strangers.map(({ attributes }) => `"${attributes.resid}" must be "${runtime}", the runtime's resid.`),
    ...(pane?.attributes.DefaultValue === address
      ? []
      : ["<DefaultSettings> must name the runtime's page as its <SourceLocation>."]),
  ];
}

function functionFileFindings(manifest: Element): string[] {
  const functions = withDescendants(manifest).find(({ kind }) => kind === 'ExtensionPoint:CustomFunctions');
  if (!functions) return ['There is no ExtensionPoint for the custom functions.'];
  const urls = resourcesOn(manifest, 'bt:Urls');
  const wrong = Object.entries(FUNCTION_FILES).filter(([name, path]) => {
    const location = childrenNamed(childrenNamed(functions, name)[0], 'SourceLocation')[0];
    return !urls.get(location?.attributes.resid ?? '')?.endsWith(path);
  });
  const namespace = childrenNamed(functions, 'Namespace')[0]?.attributes.resid ?? '';
  return [
    ...wrong.map(([name, path]) => `<${name}> of the custom functions must lead to ${path}.`),
    ...(resourcesOn(manifest, 'bt:ShortStrings').get(namespace) === NAMESPACE
      ? []
      : [`The custom functions' namespace must be ${NAMESPACE}.`]),
  ];
}
