import type { Transport } from '../../src/workbench/wire/messages';

export interface Answer {
  Results: { ActionId: number; Value: unknown }[];
  TraceIds: number[];
  Error: { Code: string; Message: string; Location: string; ActionIndex: number } | null;
}
type Entry = [category: number, type: number, target: string, json: string, zero: number];
interface Message {
  id?: number;
  message: { body?: string; entries?: Entry[] };
}

/** The add-in's page as the host sees it: it asks, and it keeps what it is told. */
export class MemoryPage implements Transport {
  readonly entries: Entry[] = [];
  private readonly answers = new Map<number, Answer>();
  private hear: (text: string) => void = () => undefined;
  private complain: (what: string) => void = () => undefined;
  private lastId = 0;

  send(text: string): void {
    const { id, message } = JSON.parse(text) as Message;
    if (message.entries) this.entries.push(...message.entries);
    if (id !== undefined && message.body !== undefined)
      this.answers.set(id, JSON.parse(message.body) as Answer);
  }
  onText(act: (text: string) => void): void {
    this.hear = act;
  }
  onUnknown(act: (what: string) => void): void {
    this.complain = act;
  }

  readonly presses: [press: number, action: string][] = [];
  private complete: (press: number) => void = () => undefined;

  press(press: number, action: string): void {
    this.presses.push([press, action]);
  }
  onCompleted(act: (press: number) => void): void {
    this.complete = act;
  }
  completes(press: number): void {
    this.complete(press);
  }

  say(text: string): void {
    this.hear(text);
  }
  meets(what: string): void {
    this.complain(what);
  }

  /** Gives the number that the answer can be asked for by. */
  ask(actions: object[], paths: object[]): number {
    const id = ++this.lastId;
    const named = Object.fromEntries(
      paths.map((path, index) => [index + 1, { Id: index + 1, Name: '', ...path }]),
    );
    const numbered = actions.map((action, index) => ({ Id: index + 1, Name: '', ...action }));
    this.hear(
      JSON.stringify({ id, type: 1, flags: 0, message: { body: { Actions: numbered, ObjectPaths: named } } }),
    );
    return id;
  }
  answer(id: number): Answer | undefined {
    return this.answers.get(id);
  }

  /** The contents of the entries of one category and type, oldest first. */
  told(category: number, type: number): unknown[] {
    return this.entries
      .filter((entry) => entry[0] === category && entry[1] === type)
      .map((entry): unknown => JSON.parse(entry[3]));
  }
}
