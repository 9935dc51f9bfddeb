import type { CellLine, Heard } from '../../src/client/cell-register';
import { RequestId } from '../../src/domain/identifiers';
import { resourceKey, type Resource, type Source } from '../../src/domain/resources/resource';
import type { MemoryDesk } from './pane-context';

export const quotesOf = (id: string): Resource => ({ kind: 'quotes', id: RequestId.parse(id) });

/** A running formula in this cell. */
export function enterCell(
  client: MemoryDesk,
  address: string,
  { name = 'QUOTES', resources = [], ...heard }: Partial<Heard> & { name?: string } = {},
): CellLine {
  const line = client.cells.enter({ address, name });
  line.heard({ resources, ...heard });
  return line;
}

/** What the gateway says of where this comes from. */
export function sourceOf(client: MemoryDesk, resource: Resource, source: Partial<Source> = {}): void {
  const key = resourceKey(resource);
  client.sources.set(key, { key, state: 'fresh', calls: 1, by: 'itself', ...source });
}
