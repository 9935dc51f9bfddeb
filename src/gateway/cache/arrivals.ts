import { isConcluded } from '../../domain/request';
import type { Clock } from '../../effects/clock';
import { failsForGood, isWanted, type Entry } from './entry';

/** What one calculation starts comes within one turn. */
const TOGETHER_MS = 0;

interface ArrivalsOptions {
  readonly clock: Clock;
  /** Reads the list of open requests, which answers those that are in it; settles when it is there. */
  readonly readList: (how: { anew: boolean }) => Promise<void>;
  readonly ask: (entry: Entry, how: { anew: boolean }) => void;
}

/** Requests that are to be read at the same moment: several come with one list, and only those that are not in it singly. */
export class Arrivals {
  private arrived = new Map<Entry, { readonly anew: boolean }>();

  constructor(private readonly options: ArrivalsOptions) {}

  add(entry: Entry, how: { anew: boolean }): void {
    if (this.arrived.size === 0) this.options.clock.after(TOGETHER_MS, () => void this.bring());
    this.arrived.set(entry, { anew: how.anew || this.arrived.get(entry)?.anew === true });
  }

  private async bring(): Promise<void> {
    const arrived = [...this.arrived].filter(([entry]) => isOpen(entry));
    this.arrived = new Map();
    if (arrived.length < 2) {
      for (const [entry, how] of arrived) this.options.ask(entry, how);
      return;
    }
    const before = arrived.map(([entry]) => entry.taken);
    await this.options.readList({ anew: arrived.some(([, { anew }]) => anew) });
    arrived.forEach(([entry, how], index) => {
      const isBrought = entry.taken !== before[index] || entry.inFlight !== undefined;
      if (!isBrought && isOpen(entry)) this.options.ask(entry, how);
    });
  }
}

const isOpen = (entry: Entry): boolean => isWanted(entry) && !entry.known?.final && !failsForGood(entry);

/** Whether the list of open requests may have it. */
export const mayBeListed = ({ resource, request }: Entry): boolean =>
  resource.kind === 'request' && !(request && isConcluded(request));
