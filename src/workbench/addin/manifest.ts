/** What a button, a menu entry or a shortcut does. */
export type Command = { kind: 'action'; name: string } | { kind: 'pane' };

export interface Button {
  id: string;
  label: string;
  tip: string;
  /** A path on this origin: the manifest names another host's files by the same paths. */
  icon: string | null;
  command: Command;
}
interface Group {
  label: string;
  buttons: Button[];
}
export interface Tab {
  label: string;
  groups: Group[];
}
/** The part of an add-in-only manifest that Excel shows. What is missing there is empty here. */
export interface Manifest {
  /** What every function's name begins with, without the dot. */
  namespace: string | null;
  tabs: Tab[];
  cellMenu: Button[];
}

const ICON_PX = 32;

/** Resources by their id, of every sort. */
type Resources = ReadonlyMap<string, string>;

/** null when the text is no XML. */
export function readManifest(xml: string): Manifest | null {
  const page = new DOMParser().parseFromString(xml, 'text/xml');
  const root = page.documentElement;
  if (!root || page.getElementsByTagName('parsererror').length > 0) return null;
  const resources = readResources(root);
  const points = all(root, 'ExtensionPoint');
  return {
    namespace: readNamespace(points, resources),
    tabs: ofType(points, 'PrimaryCommandSurface').flatMap((point) => readTabs(point, resources)),
    cellMenu: ofType(points, 'ContextMenu').flatMap((point) => readCellMenu(point, resources)),
  };
}

function all(within: Element, name: string): Element[] {
  return [...within.getElementsByTagName('*')].filter((element) => element.localName === name);
}
function children(of: Element, name: string): Element[] {
  return [...of.children].filter((element) => element.localName === name);
}
function child(of: Element, name: string): Element | null {
  return children(of, name)[0] ?? null;
}
function ofType(elements: Element[], type: string): Element[] {
  return elements.filter((element) => element.getAttribute('xsi:type') === type);
}

function readResources(root: Element): Resources {
  const entries = ['Image', 'Url', 'String'].flatMap((name) => all(root, name));
  return new Map(
    entries.map((entry) => [entry.getAttribute('id') ?? '', entry.getAttribute('DefaultValue') ?? '']),
  );
}

function referred(element: Element | null, resources: Resources): string {
  return resources.get(element?.getAttribute('resid') ?? '') ?? '';
}

function readNamespace(points: Element[], resources: Resources): string | null {
  const [point] = ofType(points, 'CustomFunctions');
  return (point && referred(child(point, 'Namespace'), resources)) || null;
}

/** A group put on one of Excel's own tabs comes under that tab's name. */
function readTabs(point: Element, resources: Resources): Tab[] {
  const tabs = [...children(point, 'CustomTab'), ...children(point, 'OfficeTab')];
  return tabs.map((tab) => {
    const own = referred(child(tab, 'Label'), resources);
    const label = own || (tab.getAttribute('id') ?? '').replace(/^Tab/, '');
    const groups = children(tab, 'Group').map((group) => ({
      label: referred(child(group, 'Label'), resources),
      buttons: readControls(group, resources),
    }));
    return { label, groups: groups.filter(({ buttons }) => buttons.length > 0) };
  });
}

function readCellMenu(point: Element, resources: Resources): Button[] {
  const menus = children(point, 'OfficeMenu').filter((menu) => menu.getAttribute('id') === 'ContextMenuCell');
  return menus.flatMap((menu) => readControls(menu, resources));
}

/** A menu's items stand beside the buttons. */
function readControls(within: Element, resources: Resources): Button[] {
  return children(within, 'Control').flatMap((control) => {
    const items = children(control, 'Items').flatMap((list) => children(list, 'Item'));
    const buttons = items.length > 0 ? items : [control];
    return buttons.flatMap((button) => readButton(button, resources) ?? []);
  });
}

function readButton(element: Element, resources: Resources): Button | null {
  const command = readCommand(child(element, 'Action'));
  const label = referred(child(element, 'Label'), resources);
  if (!command || label === '') return null;
  const tip = child(element, 'Supertip');
  const description = tip && referred(child(tip, 'Description'), resources);
  return {
    id: element.getAttribute('id') ?? label,
    label,
    tip: description || label,
    icon: readIcon(child(element, 'Icon'), resources),
    command,
  };
}

function readCommand(action: Element | null): Command | null {
  const type = action?.getAttribute('xsi:type');
  if (type === 'ShowTaskpane') return { kind: 'pane' };
  const name = action && child(action, 'FunctionName')?.textContent?.trim();
  return type === 'ExecuteFunction' && name ? { kind: 'action', name } : null;
}

function readIcon(icon: Element | null, resources: Resources): string | null {
  const images = icon ? children(icon, 'Image') : [];
  const wanted = images.find((image) => image.getAttribute('size') === String(ICON_PX)) ?? images[0];
  const url = wanted && referred(wanted, resources);
  return url ? localPath(url) : null;
}

function localPath(url: string): string | null {
  try {
    const { pathname, search } = new URL(url, 'https://manifest.invalid');
    return `${pathname}${search}`;
  } catch {
    return null;
  }
}
