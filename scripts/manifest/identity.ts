import { childrenNamed, type Element, titleOf, withDescendants } from './element';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const VERSION = /^\d{1,5}(\.\d{1,5}){3}$/;
const REQUIREMENTS_MAX: Readonly<Record<string, string>> = {
  SharedRuntime: '1.1',
  CustomFunctionsRuntime: '1.3',
};

/** Who the add-in is and what it asks of Excel: id, version, host, requirement sets, ids that may not repeat. */
export const identityFindings = (manifest: Element): string[] => [
  ...(GUID.test(textIn(manifest, 'Id')) ? [] : ['<Id> is not a GUID.']),
  ...(VERSION.test(textIn(manifest, 'Version')) ? [] : ['<Version> is not of the form 1.0.0.0.']),
  ...hostFindings(manifest),
  ...withDescendants(manifest)
    .filter(({ name }) => name === 'Set')
    .flatMap(requirementFindings),
  ...repeatedIds(manifest),
];

const textIn = (element: Element, name: string): string => childrenNamed(element, name)[0]?.text ?? '';

const hostFindings = (manifest: Element): string[] =>
  withDescendants(manifest)
    .filter(({ name }) => name === 'Host')
    .map(({ attributes }) => attributes['xsi:type'] ?? attributes.Name ?? '')
    .filter((host) => host !== 'Workbook')
    .map((host) => `The host "${host}" is not Excel's: it is "Workbook".`);

function requirementFindings({ attributes }: Element): string[] {
  const { Name = '', MinVersion = '' } = attributes;
  const most = REQUIREMENTS_MAX[Name];
  if (most === undefined)
    return [`The requirement set ${Name} would shut out Excels that can run the add-in.`];
  const shutsOut = !/^1\.\d+$/.test(MinVersion) || minor(MinVersion) > minor(most);
  return shutsOut ? [`The requirement set ${Name} may ask for ${most} at most, not "${MinVersion}".`] : [];
}

const minor = (version: string): number => Number(version.slice('1.'.length));

function repeatedIds(manifest: Element): string[] {
  const seen = new Set<string>();
  return withDescendants(manifest).flatMap((element) => {
    const { id } = element.attributes;
    if (id === undefined) return [];
    const again = seen.has(id);
    seen.add(id);
    return again ? [`${titleOf(element)} has an id that another element has already.`] : [];
  });
}
