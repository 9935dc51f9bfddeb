import { onlyProtects, requestIdOf, type Action } from '../../domain/action';
import { comparedDecimals } from '../../domain/decimal';
import type { Failure } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import { changedInServiceDays } from '../../domain/verdict/service-days';
import type { Telling } from '../cache/known-market';
import { wrongState } from './kinds/refusals';

type Legs = Request['legs'];

interface RequestsAtPressOptions {
  /** A request as it is known without a call. */
  readonly tellings: (id: RequestId) => readonly Telling[];
  /** IANA, of the service's days. */
  readonly zone: string;
}

/** What a request was when an action on it was pressed: a platform may change one that is open, and a price is for what was seen. */
export class RequestsAtPress {
  private readonly pressed = new Map<ActionId, Telling>();
  /** The change that a refusal told of a request last, by who was told: what they press then is for that. A program's row waits for its person. */
  private readonly told = new Map<string, string>();

  /** Actions that were refused for that, the newest. */
  private readonly refused = new Set<ActionId>();

  constructor(private readonly options: RequestsAtPressOptions) {}

  take({ id, body, program }: Pick<Action, 'id' | 'body' | 'program'>): void {
    const requestId = requestIdOf(body);
    if (requestId === undefined || onlyProtects(body)) return;
    const tellings = this.options.tellings(requestId);
    // A person was told the newest. For a program a record is the better one to hold against a record.
    const shown =
      (program && tellings.find(({ by }) => by === 'record')) ??
      [...tellings].sort((a, b) => b.readAt - a.readAt)[0];
    if (shown) this.pressed.set(id, shown);
  }

  /** Nothing was known of it at the press: it is for what was read then, and another person is asked about that. */
  takeRead({ id }: Pick<Action, 'id'>, request: Request, readAt: number): void {
    if (!this.pressed.has(id)) this.pressed.set(id, { by: 'record', request, readAt });
  }

  forget(id: ActionId): void {
    this.pressed.delete(id);
  }

  /** Why it may not go: `now`, as it was just read, is not what it was pressed for. */
  changed(
    action: Pick<Action, 'id' | 'body' | 'by' | 'program'>,
    now: Pick<Request, 'id' | 'legs'>,
  ): Failure | undefined {
    const shown = this.pressed.get(action.id);
    if (!shown) return undefined;
    const before = shown.request.legs;
    const change = changedInServiceDays(before, withTraded(before, now.legs), this.options.zone);
    if (change === undefined) return undefined;
    const side = action.program && 'direction' in action.body ? action.body.direction : undefined;
    const key = JSON.stringify([now.id, action.by, action.program?.id, side]);
    // What is listed may differ from a record for good.
    if (this.told.get(key) === change) return undefined;
    this.keep(key, change);
    this.refused.add(action.id);
    dropOldest(this.refused);
    return wrongState(`Request ${now.id} has changed since it was shown: ${change}.`, LOOK_AGAIN);
  }

  /** Whether it was refused so that a person looks at its request first: the same goes once it is pressed again. */
  asksToLook(id: ActionId): boolean {
    return this.refused.has(id);
  }

  private keep(key: string, change: string): void {
    this.told.delete(key);
    this.told.set(key, change);
    dropOldest(this.told);
  }
}

/** Trades lower a quantity, which changes no request. */
const withTraded = (before: Legs, now: Legs): Legs =>
  now.map((leg, index) => {
    const was = before[index]?.quantity;
    const isLess = was !== undefined && leg.quantity !== undefined && comparedDecimals(leg.quantity, was) < 0;
    return isLess ? { ...leg, quantity: was } : leg;
  });

const LOOK_AGAIN = 'Look at it again, and press again if you still want it.';

const KEPT_MAX = 1_000;

function dropOldest<T>(kept: { readonly size: number; keys(): Iterable<T>; delete(one: T): unknown }): void {
  if (kept.size <= KEPT_MAX) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
