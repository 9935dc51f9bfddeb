import { Action, onlyProtects } from '../../domain/action';
import { NOTED } from '../../domain/desk-entry';
import { thingsIn, type Thing } from '../../domain/actions/tries';
import type { LineColumn, LineFields } from '../../domain/journal/columns';
import { NOT_KNOWN } from '../../domain/person';
import { contentOf, type KeptLine } from '../storage/journal-chain';

type TriedAction = Pick<Action, 'id' | 'body' | 'state' | 'endedAt' | 'by'> & { readonly at: number };

/** What was pressed once, however often it was tried in an outage, by the newest line of each try. */
export class PressesInFile {
  private readonly tried = new Map<string, TriedAction>();
  private things: ReadonlyMap<string, Thing<TriedAction>> | undefined;

  add(line: KeptLine): void {
    const read = Action.safeParse(contentOf(line));
    if (!read.success || !onlyProtects(read.data.body)) return;
    const { id, body, state, endedAt, by, createdAt: at } = read.data;
    this.tried.set(id, { id, body, state, at, ...(endedAt !== undefined && { endedAt }), ...(by && { by }) });
    this.things = undefined;
  }

  /** Nothing of an action that is its own press. */
  of(id: string | undefined): Thing<TriedAction> | undefined {
    this.things ??= new Map(
      thingsIn([...this.tried.values()]).flatMap((thing) => thing.tries.map((one) => [one.id, thing])),
    );
    return this.things.get(id ?? '');
  }
}

interface PressColumn extends Pick<LineColumn, 'kind'> {
  readonly value: (
    line: LineFields,
    press: { readonly thing: Thing<TriedAction> | undefined; readonly isLatest: boolean },
  ) => string | number | undefined;
}

/** As in DESK.JOURNAL: of the first try; of all rows of a press one `counts`. */
export const PRESS_COLUMNS: Readonly<Record<string, PressColumn>> = {
  'press-id': {
    kind: 'text',
    value: ({ id, state }, { thing }) => (state === NOTED ? undefined : (thing?.tries[0].id ?? id)),
  },
  'pressed-at': { kind: 'moment', value: ({ createdAt }, { thing }) => thing?.tries[0].at ?? createdAt },
  'pressed-by': {
    kind: 'text',
    value: ({ by }, { thing }) => (thing ? thing.tries[0].by : by)?.name ?? NOT_KNOWN,
  },
  counts: {
    kind: 'number',
    value: ({ id }, { thing, isLatest }) => (isLatest && (thing?.counts.id ?? id) === id ? 1 : 0),
  },
};
