import type { RequestId } from '../domain/identifiers';
import type { CellsPart } from './place';

/** What the ribbon, the context menu or a shortcut asks of the pane. */
export type Errand =
  | { readonly kind: 'show-request'; readonly id: RequestId }
  /** The request of the row that is selected, which the selected cell itself does not name. */
  | { readonly kind: 'offer-request'; readonly id: RequestId }
  | { readonly kind: 'show-requests' }
  | { readonly kind: 'show-cells'; readonly at: CellsPart }
  | { readonly kind: 'withdraw-all' }
  | { readonly kind: 'say'; readonly text: string };

/** Hands errands to the pane. Those that come before it is there wait for it. */
export class Errands {
  private readonly waiting: Errand[] = [];
  private listener: ((errand: Errand) => void) | undefined;

  post(errand: Errand): void {
    if (this.listener) this.listener(errand);
    else if (this.waiting.length < ERRANDS_MAX) this.waiting.push(errand);
  }

  listen(listener: (errand: Errand) => void): () => void {
    this.listener = listener;
    for (const errand of this.waiting.splice(0)) listener(errand);
    return () => {
      if (this.listener === listener) this.listener = undefined;
    };
  }
}

const ERRANDS_MAX = 50;
