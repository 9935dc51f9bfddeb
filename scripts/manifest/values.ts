import { childrenNamed, type Element, titleOf, withDescendants } from './element';
import { resourcesOn } from './resources';

/** What Microsoft's schema (OfficeAppManifestV1_1, TaskPaneAppVersionOverridesV1_0) says of values; order and number are elsewhere. */
const SHORT_MAX = 125;
const LONG_MAX = 250;
const URL_MAX = 2048;
/** The elements that hold text; in any other a stray word makes Excel refuse the manifest. */
const WITH_TEXT = [
  'Id',
  'AlternateId',
  'Version',
  'ProviderName',
  'DefaultLocale',
  'AppDomain',
  'Permissions',
  'FunctionName',
  'TaskpaneId',
];
const VERSION_OF_SETS = /^\d{1,5}\.\d{1,5}$/;
const LOCALE = /^([a-zA-Z]{2,3}-[a-zA-Z0-9]{3,8}(-[a-zA-Z]{2,3})?|[a-zA-Z]{2,3}(-[a-zA-Z]{2,3})?)$/;
const ICON_SIZES = ['16', '20', '24', '32', '40', '48', '64', '80'];
const MENUS = ['ContextMenuText', 'ContextMenuCell'];
const PERMISSIONS = ['Restricted', 'ReadDocument', 'ReadAllDocument', 'WriteDocument', 'ReadWriteDocument'];

/** The attributes that an element has to have, and after the bar those that it may have. An element that is not listed has none. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  OfficeApp: 'xsi:type | xmlns xmlns:xsi xmlns:bt xmlns:ov',
  DisplayName: 'DefaultValue',
  IconUrl: 'DefaultValue',
  HighResolutionIconUrl: 'DefaultValue',
  SupportUrl: 'DefaultValue',
  Sets: '| DefaultMinVersion',
  Set: 'Name | MinVersion',
  VersionOverrides: 'xsi:type | xmlns',
  Runtime: 'resid | lifetime',
  ExtensionPoint: 'xsi:type',
  FunctionFile: 'resid',
  Namespace: 'resid',
  Label: 'resid',
  Title: 'resid',
  LearnMoreUrl: 'resid',
  Action: 'xsi:type',
  Control: 'xsi:type id',
  Item: 'id',
  Group: 'id',
  CustomTab: 'id',
  OfficeTab: 'id',
  OfficeMenu: 'id',
  'bt:Url': 'id DefaultValue',
  'bt:String': 'id DefaultValue',
  ExtendedOverrides: 'Url | ResourcesUrl',
  Override: 'Locale Value',
  'bt:Override': 'Locale Value',
};

/** Elements that are one thing before the overrides, or in the resources, and another in a command. */
function attributesOf({ name, attributes }: Element, parent: Element | undefined): string {
  if (name === 'bt:Image') return parent?.name === 'Icon' ? 'size resid' : 'id DefaultValue';
  if (name === 'Host') return attributes['xsi:type'] === undefined ? 'Name' : 'xsi:type';
  if (name === 'SourceLocation') return parent?.name === 'DefaultSettings' ? 'DefaultValue' : 'resid';
  if (name === 'Description') return parent?.name === 'OfficeApp' ? 'DefaultValue' : 'resid';
  return ATTRIBUTES[name] ?? '';
}

/** Texts that are empty or too long, words that are none of the schema's, attributes that are missing or unknown. */
export const valueFindings = (manifest: Element): string[] => [
  ...attributeFindings(manifest),
  ...lengthFindings(manifest),
  ...withDescendants(manifest)
    .filter(({ name, text }) => text !== '' && !WITH_TEXT.includes(name))
    .map((element) => `${titleOf(element)} may not hold the text "${element.text}".`),
  ...wordFindings(manifest),
];

function attributeFindings(element: Element, parent?: Element): string[] {
  const [must = '', may = ''] = attributesOf(element, parent).split('|');
  const required = must.split(' ').filter(Boolean);
  const known = new Set([...required, ...may.split(' ')]);
  const given = Object.keys(element.attributes);
  return [
    ...required.filter((name) => !given.includes(name)).map((name) => `${titleOf(element)} has no ${name}.`),
    ...given
      .filter((name) => !known.has(name))
      // Of a resid that does not belong the resources say more.
      .filter((name) => name !== 'resid')
      .map((name) => `${titleOf(element)} may not have ${name}.`),
    ...element.children.flatMap((child) => attributeFindings(child, element)),
  ];
}

function lengthFindings(manifest: Element): string[] {
  const top = (name: string): string => childrenNamed(manifest, name)[0]?.attributes.DefaultValue ?? '';
  const texts: [what: string, text: string, max: number][] = [
    ['<ProviderName>', childrenNamed(manifest, 'ProviderName')[0]?.text ?? '', SHORT_MAX],
    ['<DisplayName>', top('DisplayName'), SHORT_MAX],
    ['<Description>', top('Description'), LONG_MAX],
    ['<SupportUrl>', top('SupportUrl'), URL_MAX],
    ...withDescendants(manifest)
      .filter(({ name }) => name === 'FunctionName')
      .map(({ text }): [string, string, number] => ['<FunctionName>', text, LONG_MAX]),
    ...withDescendants(manifest)
      .filter(({ name, attributes: { id } }) => id !== undefined && !name.startsWith('bt:'))
      .map((one): [string, string, number] => [
        `The id of ${titleOf(one)}`,
        one.attributes.id ?? '',
        SHORT_MAX,
      ]),
  ];
  return texts.flatMap(([what, text, max]) => [
    ...(text === '' ? [`${what} is empty.`] : []),
    ...(text.length > max ? [`${what} is longer than ${max} characters.`] : []),
  ]);
}

function wordFindings(manifest: Element): string[] {
  const all = withDescendants(manifest);
  const oneOf = (what: string, value: string | undefined, words: readonly string[]): string[] =>
    value !== undefined && words.includes(value)
      ? []
      : [`${what} is "${value ?? ''}", and one of ${words.join(', ')} is wanted.`];
  const locale = childrenNamed(manifest, 'DefaultLocale')[0]?.text ?? '';
  const sets = all.find(({ name }) => name === 'Sets')?.attributes.DefaultMinVersion ?? '1.1';
  return [
    ...(LOCALE.test(locale) ? [] : [`<DefaultLocale> is "${locale}", which is no language such as en-US.`]),
    ...(VERSION_OF_SETS.test(sets)
      ? []
      : [`<Sets> has the DefaultMinVersion "${sets}", and such as 1.1 is wanted.`]),
    ...oneOf('<Permissions>', childrenNamed(manifest, 'Permissions')[0]?.text, PERMISSIONS),
    ...all
      .filter(({ name }) => name === 'OfficeMenu')
      .flatMap(({ attributes: { id } }) => oneOf('The id of <OfficeMenu>', id, MENUS)),
    ...all
      .filter(({ name }) => name === 'Icon')
      .flatMap(({ children }) =>
        children.flatMap(({ attributes: { size } }) => oneOf('The size of an icon', size, ICON_SIZES)),
      ),
    ...repeatedLabels(manifest),
  ];
}

/** Two buttons of one name in one group are one too many for whoever reads them. */
function repeatedLabels(manifest: Element): string[] {
  const texts = resourcesOn(manifest, 'bt:ShortStrings');
  return withDescendants(manifest)
    .filter(({ name }) => name === 'Group')
    .flatMap((group) => {
      const labels = childrenNamed(group, 'Control').map(
        (control) => texts.get(childrenNamed(control, 'Label')[0]?.attributes.resid ?? '') ?? '',
      );
      return labels
        .filter((label, index) => label !== '' && labels.indexOf(label) !== index)
        .map((label) => `${titleOf(group)} has two buttons that are called ${label}.`);
    });
}
