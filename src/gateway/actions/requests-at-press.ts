import { onlyProtects, requestIdOf, type Action } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import type { ActionId, RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import { changedLegs } from '../../domain/verdict/changed-legs';
import { wrongState } from './kinds/refusals';

type Legs = Request['legs'];

/** What a request was when an action on it was pressed: a platform may change one that is open, and a price is for what was seen. */
export class RequestsAtPress {
  private readonly pressed = new Map<ActionId, Legs>();
  /** What a refusal told of a request last, by who was told: what they press then is for that. */
  private readonly told = new Map<string, string>();

  constructor(private readonly known: (id: RequestId) => Pick<Request, 'legs'> | undefined) {}

  take({ id, body }: Pick<Action, 'id' | 'body'>): void {
    const requestId = requestIdOf(body);
    const request = requestId === undefined || onlyProtects(body) ? undefined : this.known(requestId);
    if (request) this.pressed.set(id, request.legs);
  }

  forget(id: ActionId): void {
    this.pressed.delete(id);
  }

  /** Why it may not go: `now`, as it was just read, is not what it was pressed for. */
  changed(
    action: Pick<Action, 'id' | 'by' | 'program'>,
    now: Pick<Request, 'id' | 'legs'>,
  ): Failure | undefined {
    const change = changedLegs(this.pressed.get(action.id) ?? [], now.legs);
    if (change === undefined) return undefined;
    const key = JSON.stringify([now.id, action.by, action.program]);
    const legs = JSON.stringify(now.legs);
    // What is listed may differ from a record for good.
    if (this.told.get(key) === legs) return undefined;
    if (!action.program) this.keep(key, legs);
    return wrongState(
      `Request ${now.id} has changed since it was shown: ${change}.`,
      'Look at it again, and press again if you still want it.',
    );
  }

  private keep(key: string, legs: string): void {
    this.told.delete(key);
    this.told.set(key, legs);
    const [oldest] = this.told.keys();
    if (this.told.size > TOLD_MAX && oldest !== undefined) this.told.delete(oldest);
  }
}

const TOLD_MAX = 1_000;
