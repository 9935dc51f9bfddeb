import { type Element, titleOf } from './element';

/**
 * What each kind of element holds, in the order that Excel demands (add-in-only manifest, task pane, overrides 1.0).
 * `?`: may be missing. `+`: one or more. `*`: any number. An element that is not listed holds nothing.
 */
const CONTENT: Readonly<Record<string, string>> = {
  'OfficeApp:TaskPaneApp':
    'Id AlternateId? Version ProviderName DefaultLocale DisplayName Description IconUrl HighResolutionIconUrl ' +
    'SupportUrl AppDomains? Hosts Requirements? DefaultSettings Permissions VersionOverrides ExtendedOverrides?',
  DisplayName: 'Override*',
  Description: 'Override*',
  IconUrl: 'Override*',
  HighResolutionIconUrl: 'Override*',
  SupportUrl: 'Override*',
  AppDomains: 'AppDomain+',
  Hosts: 'Host+',
  Requirements: 'Sets? Methods?',
  Sets: 'Set+',
  Methods: 'Method+',
  DefaultSettings: 'SourceLocation',
  SourceLocation: 'Override*',
  'VersionOverrides:VersionOverridesV1_0':
    'Description? Requirements? Hosts Resources WebApplicationInfo? EquivalentAddins?',
  'Host:Workbook': 'Runtimes AllFormFactors DesktopFormFactor',
  Runtimes: 'Runtime+',
  AllFormFactors: 'ExtensionPoint',
  'ExtensionPoint:CustomFunctions': 'Script Page Metadata Namespace',
  Script: 'SourceLocation',
  Page: 'SourceLocation',
  Metadata: 'SourceLocation',
  DesktopFormFactor: 'GetStarted? FunctionFile ExtensionPoint+',
  GetStarted: 'Title Description LearnMoreUrl',
  'ExtensionPoint:PrimaryCommandSurface': 'OfficeTab* CustomTab*',
  'ExtensionPoint:ContextMenu': 'OfficeMenu+',
  OfficeTab: 'Group+',
  CustomTab: 'Group+ Label',
  Group: 'Label Icon Control+',
  // The schema takes several; of those Excel on the desktop shows one or none.
  OfficeMenu: 'Control',
  'Control:Button': 'Label Supertip Icon Action',
  'Control:Menu': 'Label Supertip Icon Items',
  Items: 'Item+',
  Item: 'Label Supertip Icon? Action',
  Supertip: 'Title Description',
  Icon: 'bt:Image+',
  'Action:ShowTaskpane': 'TaskpaneId? SourceLocation Title?',
  'Action:ExecuteFunction': 'FunctionName',
  Resources: 'bt:Images bt:Urls bt:ShortStrings bt:LongStrings',
  'bt:Images': 'bt:Image+',
  'bt:Urls': 'bt:Url+',
  'bt:ShortStrings': 'bt:String+',
  'bt:LongStrings': 'bt:String+',
  'bt:Image': 'bt:Override*',
  'bt:Url': 'bt:Override*',
  'bt:String': 'bt:Override*',
};

interface Place {
  readonly name: string;
  readonly required: boolean;
  readonly repeats: boolean;
}

/** What stands in the wrong place, twice, where nobody expects it, or not at all. */
export function orderFindings(element: Element): string[] {
  const places = (CONTENT[element.kind] ?? '').split(' ').filter(Boolean).map(placeOf);
  return [
    ...misplaced(element, places),
    ...missing(element, places),
    ...element.children.flatMap(orderFindings),
  ];
}

function misplaced(element: Element, places: readonly Place[]): string[] {
  let reached = 0;
  return element.children.flatMap((child, index) => {
    const position = places.findIndex(({ name }) => name === child.name);
    const place = places[position];
    if (!place) return [`${titleOf(child)} is not allowed in ${titleOf(element)}.`];
    if (position < reached) {
      return [`${titleOf(child)} in ${titleOf(element)} must stand before <${places[reached]?.name}>.`];
    }
    reached = position;
    const again = element.children.slice(0, index).some(({ name }) => name === child.name);
    return again && !place.repeats ? [`${titleOf(element)} has more than one <${child.name}>.`] : [];
  });
}

const missing = (element: Element, places: readonly Place[]): string[] =>
  places
    .filter(({ name, required }) => required && !element.children.some((child) => child.name === name))
    .map(({ name }) => `${titleOf(element)} lacks <${name}>.`);

const placeOf = (text: string): Place => ({
  name: text.replace(/[?+*]$/, ''),
  required: !/[?*]$/.test(text),
  repeats: /[+*]$/.test(text),
});
