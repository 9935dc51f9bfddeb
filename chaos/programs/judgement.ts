import { violation, type Violation } from '../campaign/violation';

/** What the service had live of the desk at one moment (monotonic ms), by its own truth. */
export interface Sample {
  readonly atMs: number;
  readonly live: readonly { readonly requestId: string; readonly price: string }[];
  /** Quotes of the desk that ever came to the service. */
  readonly sent: number;
}

/** What the page said of one row, and until when. */
export interface Said {
  readonly fromMs: number;
  readonly price: string | undefined;
}

export interface Seen {
  readonly samples: readonly Sample[];
  /** By request, in the order in which it was said. */
  readonly said: ReadonlyMap<string, readonly Said[]>;
  /** Prices by request that are too far from the one before ever to be live. */
  readonly wild: ReadonlyMap<string, string>;
  /** From when on nothing may be sent any more, and from when on nothing may be live. */
  readonly overMs: number;
  readonly offMs: number;
  /** How long what is not wanted any more may take to go. */
  readonly graceMs: number;
  readonly errors: readonly string[];
}

export function judged({ samples, said, wild, overMs, offMs, graceMs, errors }: Seen): Violation[] {
  const wrong: Violation[] = [];
  const say = (...why: Parameters<typeof violation>): void => void wrong.push(violation(...why));
  const twice = samples.find(
    ({ live }) => new Set(live.map(({ requestId }) => requestId)).size < live.length,
  );
  if (twice) say('sends too many', 'Two quotes of one row and side were live at once.');
  for (const { atMs, live } of samples)
    for (const { requestId, price } of live) {
      if (wild.get(requestId) === price)
        say('risk left on', `${price} was live, which is beyond a guard rail.`);
      else if (!wasWanted(said.get(requestId) ?? [], { price, atMs, graceMs }))
        say('risk left on', `${price} was live, and not wanted any more for longer than a withdrawal takes.`);
    }
  const late = samples.find(({ atMs, live }) => atMs > offMs && live.length > 0);
  if (late)
    say('risk left on', `${late.live.length} live ${Math.round(late.atMs - overMs)} ms after the end.`);
  const before = samples.findLast(({ atMs }) => atMs <= overMs)?.sent ?? 0;
  const after = samples.at(-1)?.sent ?? 0;
  if (after > before) say('sends too many', `${after - before} quotes came after the program had stopped.`);
  if (errors.length > 0) say('anything else', errors[0] ?? '');
  return wrong.slice(0, 5);
}

/** Whether a price was wanted at a moment, or so shortly before that it may still be there. */
function wasWanted(
  said: readonly Said[],
  { price, atMs, graceMs }: { readonly price: string; readonly atMs: number; readonly graceMs: number },
): boolean {
  return said.some(({ fromMs, price: wanted }, index) => {
    const untilMs = (said[index + 1]?.fromMs ?? Infinity) + graceMs;
    return wanted !== undefined && Number(wanted) === Number(price) && atMs >= fromMs && atMs <= untilMs;
  });
}
