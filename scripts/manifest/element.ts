import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as z from 'zod/mini';

/** One element of the manifest with its children in the order of the file. */
export interface Element {
  readonly name: string;
  /** The element's name with its `xsi:type`, e.g. "Action:ShowTaskpane". */
  readonly kind: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text inside, trimmed. */
  readonly text: string;
  readonly children: readonly Element[];
}

const Nodes = z.array(z.record(z.string(), z.unknown()));
const Attributes = z.record(z.string(), z.string());
const Text = z.object({ '#text': z.string() });

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  ignoreDeclaration: true,
  // A blank around a name is a fault of the manifest's, and has to be seen.
  trimValues: false,
});

/** Reads XML. Throws a sentence when it is not well-formed. */
export function parseManifest(xml: string): Element {
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true) {
    const { line, msg } = wellFormed.err;
    throw new Error(`The manifest is not well-formed XML: line ${line}: ${msg}`);
  }
  const [root] = elementsOf(parser.parse(xml));
  if (!root) throw new Error('The manifest has no element.');
  return root;
}

/** The element and everything inside it, in the order of the file. */
export const withDescendants = (element: Element): Element[] => [
  element,
  ...element.children.flatMap(withDescendants),
];

export const childrenNamed = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** What a person finds the element by: its name, with its id if it has one. */
export const titleOf = ({ name, attributes }: Element): string =>
  `<${name}${attributes.id === undefined ? '' : ` id="${attributes.id}"`}>`;

function elementsOf(nodes: unknown): Element[] {
  return Nodes.parse(nodes).flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@');
    if (name === undefined || name.startsWith('#')) return [];
    const attributes = Attributes.parse(node[':@'] ?? {});
    const type = attributes['xsi:type'];
    return {
      name,
      kind: type === undefined ? name : `${name}:${type}`,
      attributes,
      text: textOf(node[name]),
      children: elementsOf(node[name]),
    };
  });
}

const textOf = (nodes: unknown): string =>
  Nodes.parse(nodes)
    .map((node) => Text.safeParse(node).data?.['#text'] ?? '')
    .join('')
    .trim();
