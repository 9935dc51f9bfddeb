import { isConcluded } from '../../domain/request';
import type { Clock } from '../../effects/clock';
import { failsForGood, isWanted, type Entry, type Need } from './entry';

/** What one calculation starts comes within one turn. */
const TOGETHER_MS = 0;

interface ArrivalsOptions {
  readonly clock: Clock;
  /** Reads the list of open requests, which answers those that are in it; settles when it is there. */
  readonly readList: (need: Need) => Promise<void>;
  readonly ask: (entry: Entry, need: Need) => void;
}

/** Requests that are to be read at the same moment: several come with one list, and only those that are not in it singly. */
export class Arrivals {
  private arrived = new Map<Entry, Need>();

  constructor(private readonly options: ArrivalsOptions) {}

  add(entry: Entry, need: Need): void {
    if (this.arrived.size === 0) this.options.clock.after(TOGETHER_MS, () => void this.bring());
    const before = this.arrived.get(entry);
    this.arrived.set(entry, before ? newest([before, need]) : need);
  }

  private async bring(): Promise<void> {
    const arrived = [...this.arrived].filter(([entry]) => isOpen(entry));
    this.arrived = new Map();
    if (arrived.length < 2) {
      for (const [entry, need] of arrived) this.options.ask(entry, need);
      return;
    }
    const before = arrived.map(([entry]) => entry.taken);
    await this.options.readList(newest(arrived.map(([, need]) => need)));
    arrived.forEach(([entry, need], index) => {
      const isBrought = entry.taken !== before[index] || entry.inFlight !== undefined;
      if (!isBrought && isOpen(entry)) this.options.ask(entry, need);
    });
  }
}

/** What answers all of them. */
function newest(needs: readonly Need[]): Need {
  const moments = needs.flatMap(({ since }) => since ?? []);
  return moments.length === 0 ? {} : { since: Math.max(...moments) };
}

const isOpen = (entry: Entry): boolean => isWanted(entry) && !entry.known?.final && !failsForGood(entry);

/** Whether the list of open requests may have it. */
export const mayBeListed = ({ resource, request }: Entry): boolean =>
  resource.kind === 'request' && !(request && isConcluded(request));
