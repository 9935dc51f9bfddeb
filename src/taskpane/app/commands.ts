import type { RequestId } from '../../domain/identifiers';
import type { CellsPart } from './route';

/** What the ribbon, the context menu or a shortcut asks of the pane. */
export type Command =
  | { readonly kind: 'show-request'; readonly id: RequestId }
  | { readonly kind: 'show-requests' }
  | { readonly kind: 'show-cells'; readonly at: CellsPart }
  | { readonly kind: 'withdraw-all' }
  /** Stops the programs of this page; what they have live is withdrawn. */
  | { readonly kind: 'stop-programs' }
  | { readonly kind: 'say'; readonly text: string };

/** Hands commands to the pane. Those that come before it is there wait for it. */
export class Commands {
  private readonly waiting: Command[] = [];
  private listener: ((command: Command) => void) | undefined;

  post(command: Command): void {
    if (this.listener) this.listener(command);
    else if (this.waiting.length < COMMANDS_MAX) this.waiting.push(command);
  }

  listen(listener: (command: Command) => void): () => void {
    this.listener = listener;
    for (const command of this.waiting.splice(0)) listener(command);
    return () => {
      if (this.listener === listener) this.listener = undefined;
    };
  }
}

const COMMANDS_MAX = 50;

/** What was done, in words; `trouble` when a person has to do something about it. */
export interface CommandResult {
  readonly text: string;
  readonly trouble: boolean;
}
