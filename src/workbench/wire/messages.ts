import * as z from 'zod/mini';

/** The numbers of Office.js's own wire, as the pinned package uses them. */
const MESSAGE = { request: 1, answer: 2, entries: 3 } as const;
export const PATH = {
  root: 1,
  newObject: 2,
  method: 3,
  property: 4,
  indexer: 5,
  reference: 6,
  nullObject: 7,
} as const;
export const ACTION = { instantiate: 1, query: 2, method: 3, setProperty: 4, trace: 5 } as const;
export const CATEGORY = { functions: 1, action: 2, event: 65536 } as const;
export const EVENT = {
  documentSelectionChanged: 2,
  changed: 10,
  activated: 11,
  selectionChanged: 14,
  visibilityChanged: 65539,
} as const;
export const INVOKE = 1000;
export const CANCEL = 1001;
export const RUN_ACTION = 1000;

const ArgumentInfo = z.object({
  Arguments: z.nullish(z.array(z.unknown())),
  ReferencedObjectPathIds: z.nullish(z.array(z.unknown())),
});
export type ArgumentInfo = z.infer<typeof ArgumentInfo>;

const ObjectPath = z.object({
  Id: z.number(),
  ObjectPathType: z.number(),
  Name: z.nullish(z.string()),
  ParentObjectPathId: z.nullish(z.number()),
  ArgumentInfo: z.nullish(ArgumentInfo),
});
export type ObjectPath = z.infer<typeof ObjectPath>;

const QueryInfo = z.object({
  Select: z.nullish(z.array(z.string())),
  Expand: z.nullish(z.array(z.string())),
  Top: z.nullish(z.number()),
  Skip: z.nullish(z.number()),
});
export type QueryInfo = z.infer<typeof QueryInfo>;

const Action = z.object({
  Id: z.number(),
  ActionType: z.number(),
  Name: z.nullish(z.string()),
  ObjectPathId: z.nullish(z.number()),
  ArgumentInfo: z.nullish(ArgumentInfo),
  QueryInfo: z.nullish(QueryInfo),
});
export type Action = z.infer<typeof Action>;

export const Batch = z.object({ Actions: z.array(Action), ObjectPaths: z.record(z.string(), ObjectPath) });
export type Batch = z.infer<typeof Batch>;

const Incoming = z.object({
  id: z.number(),
  type: z.number(),
  message: z.optional(z.object({ body: z.optional(z.unknown()) })),
});

/** What the page said: a batch to execute, or something this host does not know. */
type Request = { id: number; batch: Batch } | { id: number | null; unknown: string };

const EXCERPT_CHARS = 300;

export function parseRequest(text: string): Request {
  const incoming = Incoming.safeParse(parseJson(text));
  if (!incoming.success) return { id: null, unknown: `no message: ${text.slice(0, EXCERPT_CHARS)}` };
  const { id, type, message } = incoming.data;
  if (type !== MESSAGE.request)
    return { id: null, unknown: `message of type ${type}: ${text.slice(0, EXCERPT_CHARS)}` };
  const batch = Batch.safeParse(message?.body);
  return batch.success
    ? { id, batch: batch.data }
    : { id, unknown: `request: ${text.slice(0, EXCERPT_CHARS)}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function answerText(id: number, body: unknown): string {
  const message = { statusCode: 200, headers: {}, body: JSON.stringify(body) };
  return JSON.stringify({ id, type: MESSAGE.answer, message });
}

/** `[category, type, target, JSON text, 0]`: how the host speaks to the page unasked. */
export type Entry = readonly [category: number, type: number, target: string, json: string, zero: 0];

export function entry(category: number, type: number, target: string, content: unknown): Entry {
  return [category, type, target, JSON.stringify(content), 0];
}

export function entriesText(entries: readonly Entry[]): string {
  return JSON.stringify({ type: MESSAGE.entries, message: { entries } });
}

/** Carries texts between the host and the add-in's page. */
export interface Transport {
  send(text: string): void;
  onText(act: (text: string) => void): void;
  /** What the page's loader met and could not answer. */
  onUnknown(act: (what: string) => void): void;
  /** A press of a ribbon button, with an event that the add-in has to complete. */
  press(press: number, action: string): void;
  onCompleted(act: (press: number) => void): void;
}

const Posted = z.union([
  z.object({ toHost: z.string() }),
  z.object({ unknown: z.string() }),
  z.object({ completed: z.number() }),
]);

/** Only messages of that frame, on this origin, come in. */
export function frameTransport(frame: HTMLIFrameElement): Transport {
  const { origin } = window.location;
  const listen = (act: (message: z.infer<typeof Posted>) => void): void => {
    window.addEventListener('message', (event) => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return;
      const message = Posted.safeParse(event.data);
      if (message.success) act(message.data);
    });
  };
  return {
    send: (text) => frame.contentWindow?.postMessage({ toPage: text }, origin),
    onText: (act) => listen((message) => 'toHost' in message && act(message.toHost)),
    onUnknown: (act) => listen((message) => 'unknown' in message && act(message.unknown)),
    press: (press, action) => frame.contentWindow?.postMessage({ press, action }, origin),
    onCompleted: (act) => listen((message) => 'completed' in message && act(message.completed)),
  };
}
