import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACTION_NAMES } from '../../src/taskpane/shell/ribbon';
import { lintManifest, type Surroundings } from '../../scripts/manifest/lint';
import { surroundingsAt } from '../../scripts/manifest/surroundings';

const ROOT = resolve(import.meta.dirname, '../..');
const xml = readFileSync(join(ROOT, 'manifest.xml'), 'utf8');
const sound: Surroundings = {
  served: surroundingsAt(ROOT).served,
  associated: new Set<string>(ACTION_NAMES),
};
const findings = (text: string, changed: Partial<Surroundings> = {}): string[] =>
  lintManifest(text, { ...sound, ...changed });

/** The manifest with one thing changed; a change that finds nothing to change is a mistake in the test. */
function broken(part: string | RegExp, by: string): string {
  const text = xml.replace(part, by);
  expect(text).not.toBe(xml);
  return text;
}
const withFile = (path: string, content: Buffer | undefined): Partial<Surroundings> => ({
  served: (asked) => (asked === path ? content : sound.served(asked)),
});

it('finds nothing in a sound manifest', () => {
  expect(findings(xml)).toEqual([]);
});

it('refuses XML that is not well-formed, with the line', () => {
  expect(() => findings(xml.replace('</Hosts>', '</Host>'))).toThrow(/not well-formed XML: line \d+/);
});

const LABEL = '<Label resid="Desk.Label"/>';
const RUNTIMES = /<Runtimes>[^]*<\/Runtimes>/;
const runtimes = RUNTIMES.exec(xml)?.[0] ?? '';
const cellButton =
  /<Control [^>]*SpreadDesk.Cell.ShowRequest[^]*?<\/Control>/.exec(xml)?.[0].replace('Cell.', 'Cell.2.') ??
  '';
const group = /<Group [^]*<\/Group>/.exec(xml)?.[0] ?? '';

describe('finds', () => {
  it.each<[fault: string, part: string | RegExp, by: string, says: RegExp]>([
    [
      'the version before the id',
      /(<Id>.*<\/Id>)\s*(<Version>.*<\/Version>)/,
      '$2$1',
      /<Id> in <OfficeApp> must stand/,
    ],
    [
      'runtimes that do not come first',
      /(<Runtimes>[^]*<\/Runtimes>)([^]*<\/AllFormFactors>)/,
      '$2$1',
      /<Runtimes> in <Host> must stand before <AllFormFactors>/,
    ],
    [
      "a tab's label before its groups",
      `${group}\n              ${LABEL}`,
      LABEL + group,
      /<Group id="SpreadDesk.Group"> .* before <Label>/,
    ],
    [
      'overrides before what they extend',
      /(<VersionOverrides [^]*<\/VersionOverrides>)\s*(<ExtendedOverrides.*\/>)/,
      '$2$1',
      /<VersionOverrides> .* before <ExtendedOverrides>/,
    ],
    [
      'a supertip with the description first',
      /(<Title resid="OpenPane.Label"\/>)\s*(<Description resid="OpenPane.Tip"\/>)/,
      '$2$1',
      /<Title> in <Supertip> must stand before/,
    ],
    [
      'an element where Excel expects none',
      '<Permissions>',
      '<Colour/><Permissions>',
      /<Colour> is not allowed in <OfficeApp>/,
    ],
    ['an element in a leaf', '<Id>', '<Id><b/>', /<b> is not allowed in <Id>/],
    ['an element twice', LABEL, LABEL + LABEL, /more than one <Label>/],
    [
      'a second control in the cell menu',
      '</OfficeMenu>',
      `${cellButton}</OfficeMenu>`,
      /<OfficeMenu id="ContextMenuCell"> has more than one <Control>/,
    ],
    ['a button without id', ' id="SpreadDesk.OpenPane"', '', /<Control> has no id/],
    [
      'an attribute that nobody knows',
      '<Group id',
      '<Group visible="true" id',
      /<Group .*> may not have visible/,
    ],
    ['a stray word', '<Hosts>', '<Hosts>here', /<Hosts> may not hold the text "here"/],
    ['a blank before a name', 'xsi:type="ExecuteFunction"', 'xsi:type=" ExecuteFunction"', /<Action>/],
    [
      'a blank before a version',
      'MinVersion="1.3"',
      'MinVersion=" 1.3"',
      /may ask for 1\.3 at most, not " 1\.3"/,
    ],
    [
      'sets without a version',
      'DefaultMinVersion="1.1"',
      'DefaultMinVersion=""',
      /<Sets> has the DefaultMinVersion ""/,
    ],
    ['no address of support', /(<SupportUrl DefaultValue=)"[^"]*"/, '$1""', /<SupportUrl> is empty/],
    ['an empty id', 'id="SpreadDesk.OpenPane"', 'id=""', /The id of <Control id=""> is empty/],
    [
      'a name over 125 characters',
      'DisplayName DefaultValue="',
      `DisplayName DefaultValue="${'a'.repeat(125)}`,
      /<DisplayName> is longer than 125/,
    ],
    [
      'a language that is none',
      '<DefaultLocale>en-US',
      '<DefaultLocale>English',
      /<DefaultLocale> is "English"/,
    ],
    [
      'a permission that is none',
      '<Permissions>ReadWriteDocument',
      '<Permissions>All',
      /<Permissions> is "All"/,
    ],
    [
      'a menu that is none',
      'id="ContextMenuCell"',
      'id="ContextMenuTable"',
      /<OfficeMenu> is "ContextMenuTable"/,
    ],
    [
      'an icon size that Excel does not take',
      'bt:Image size="32"',
      'bt:Image size="33"',
      /The size of an icon is "33"/,
    ],
    ['an icon without a size', 'bt:Image size="32" ', 'bt:Image ', /<bt:Image> has no size/],
    [
      'two buttons of one name',
      'DefaultValue="Refresh sheet"',
      'DefaultValue="Refresh workbook"',
      /two buttons that are called Refresh workbook/,
    ],
    ['an element missing', /<Permissions>.*<\/Permissions>/, '', /<OfficeApp> lacks <Permissions>/],
    ['an id that is no GUID', /<Id>.*<\/Id>/, '<Id>spreaddesk</Id>', /not a GUID/],
    ['a version of three numbers', /<Version>.*<\/Version>/, '<Version>1.0.0</Version>', /not of the form/],
    ['another host', '<Host Name="Workbook"', '<Host Name="Document"', /"Document" is not Excel's/],
    [
      'a requirement set above the stated',
      'Name="CustomFunctionsRuntime" MinVersion="1.3"',
      'Name="CustomFunctionsRuntime" MinVersion="1.4"',
      /CustomFunctionsRuntime may ask for 1.3/,
    ],
    [
      'a requirement set without version',
      'Name="SharedRuntime" MinVersion="1.1"',
      'Name="SharedRuntime"',
      /SharedRuntime may ask for 1.1/,
    ],
    [
      'a requirement set that is not stated',
      'Name="SharedRuntime"',
      'Name="ExcelApi"',
      /ExcelApi would shut out/,
    ],
    [
      'an id twice',
      'id="SpreadDesk.Cell.ShowRequest"',
      'id="SpreadDesk.RefreshBook"',
      /id that another element has/,
    ],
    [
      'an http address',
      'SupportUrl DefaultValue="https:',
      'SupportUrl DefaultValue="http:',
      /not an https address/,
    ],
    [
      'an address without a scheme',
      'IconUrl DefaultValue="https://localhost:3000/',
      'IconUrl DefaultValue="/',
      /not an https address/,
    ],
    [
      'a second origin',
      'https://localhost:3000/functions.json',
      'https://localhost:3001/functions.json',
      /away from https:\/\/localhost:3000/,
    ],
    [
      'an app domain elsewhere',
      '<Hosts>',
      '<AppDomains><AppDomain>https://example.org</AppDomain></AppDomains><Hosts>',
      /<AppDomain> leads to https:\/\/example.org/,
    ],
    [
      'a resid that leads nowhere',
      '<Label resid="OpenPane.Label"',
      '<Label resid="Open.Label"',
      /"Open.Label", which is not in <bt:ShortStrings>/,
    ],
    [
      'a label among the long strings',
      '<Label resid="OpenPane.Label"',
      '<Label resid="OpenPane.Tip"',
      /"OpenPane.Tip", which is not in <bt:ShortStrings>/,
    ],
    ['a resid where none belongs', '<Script>', '<Script resid="Page.Url">', /<Script> may not have a resid/],
    [
      'a resource that nobody uses',
      '<bt:Url id',
      '<bt:Url id="Spare.Url" DefaultValue="https://localhost:3000/x"/><bt:Url id',
      /"Spare.Url" .* used by nobody/,
    ],
    [
      'a resid longer than 32 characters',
      /Functions\.Namespace/g,
      'The.Namespace.Of.The.Custom.Functions',
      /longer than 32/,
    ],
    ['a resource without id', 'id="Desk.Label" ', '', /has no id/],
    ['a resource without value', ' DefaultValue="Open pane"', '', /has no DefaultValue/],
    [
      'a short string over 125 characters',
      'DefaultValue="Open pane"',
      `DefaultValue="${'a'.repeat(126)}"`,
      /"OpenPane.Label" .* longer than 125/,
    ],
    [
      'a long string over 250 characters',
      'DefaultValue="Opens the SpreadDesk pane',
      `DefaultValue="${'a'.repeat(251)}`,
      /"OpenPane.Tip" .* longer than 250/,
    ],
    [
      'two runtimes',
      '</Runtimes>',
      '<Runtime resid="Page.Url" lifetime="long"/></Runtimes>',
      /one <Runtime>, not 2/,
    ],
    ['no runtime', runtimes, '', /one <Runtime>, not 0/],
    ['a short runtime', 'lifetime="long"', 'lifetime="short"', /lifetime="long"/],
    [
      'a command page under another resid',
      '<FunctionFile resid="Page.Url"',
      '<FunctionFile resid="Functions.Script.Url"',
      /"Functions.Script.Url" must be "Page.Url"/,
    ],
    [
      'a pane under another resid',
      /(ShowTaskpane">\s*<SourceLocation resid=")Page.Url/,
      '$1Functions.Script.Url',
      /must be "Page.Url"/,
    ],
    [
      "a functions' page under another resid",
      /(<Page>\s*<SourceLocation resid=")Page.Url/,
      '$1Functions.Script.Url',
      /must be "Page.Url"/,
    ],
    [
      'another page before the overrides',
      'SourceLocation DefaultValue="https://localhost:3000/taskpane.html"',
      'SourceLocation DefaultValue="https://localhost:3000/index.html"',
      /<DefaultSettings> must name/,
    ],
    [
      'a pane id',
      '<Action xsi:type="ShowTaskpane">',
      '<Action xsi:type="ShowTaskpane"><TaskpaneId>Pane</TaskpaneId>',
      /<TaskpaneId> must go/,
    ],
    [
      'no custom functions',
      'xsi:type="CustomFunctions"',
      'xsi:type="Functions"',
      /no ExtensionPoint for the custom functions/,
    ],
    [
      'another script than the bundle has',
      '/functions.js"',
      '/index.js"',
      /<Script> .* must lead to \/functions.js/,
    ],
    [
      'another metadata file than the bundle has',
      '/functions.json"',
      '/metadata.json"',
      /<Metadata> .* must lead to \/functions.json/,
    ],
    ['another namespace', 'DefaultValue="DESK"', 'DefaultValue="SPREAD"', /namespace must be DESK/],
    [
      'an icon that is not there',
      'assets/requests-32.png',
      'assets/request-list-32.png',
      /no file for the icon .*request-list-32/,
    ],
    [
      'an icon of another size',
      'assets/requests-32.png',
      'assets/requests-16.png',
      /16 × 16 pixels, not 32 × 32/,
    ],
    ['an icon of the product in another size', 'desk-64.png', 'desk-32.png', /32 × 32 pixels, not 64 × 64/],
    [
      'a command without one of the sizes',
      '<bt:Image size="80" resid="Requests.80"/>',
      '',
      /<Icon> lacks the size 80/,
    ],
    [
      'a command that the code does not know',
      '<FunctionName>ShowRequests<',
      '<FunctionName>BuyAll<',
      /BuyAll is associated with no function/,
    ],
    ['no shortcuts', /<ExtendedOverrides.*\/>/, '', /<ExtendedOverrides> .* is missing/],
    ['a shortcuts file that is not there', '/shortcuts.json', '/keys.json', /no file of shortcuts/],
  ])('%s', (_fault, part, by, says) => {
    expect(findings(broken(part, by))).toContainEqual(expect.stringMatching(says));
  });

  it('an icon that is no PNG', () => {
    const changed = withFile('/assets/desk-16.png', Buffer.from('GIF89a'));
    expect(findings(xml, changed)).toContainEqual(expect.stringMatching(/desk-16.png is not a PNG/));
  });

  it('every command and shortcut of a pane that associates nothing', () => {
    const says = findings(xml, { associated: new Set() });
    // Repairing and inserting have no keys.
    expect(says).toHaveLength(2 * ACTION_NAMES.length - 8);
    expect(says).toContainEqual(expect.stringMatching(/command ShowRequest is associated/));
    expect(says).toContainEqual(expect.stringMatching(/shortcut's action RefreshBook/));
  });
});
