import { tellAll } from './listeners';

/**
 * What happens by itself for the cells of this workbook. `live`: everything is kept up to date. `manual`: nothing
 * is fetched until a person asks; what is known is shown with its age. `paused`: the same, and asking is refused too.
 * What the pane shows and sends is live in every mode: a person who looks at it is asking.
 */
export type Mode = 'live' | 'manual' | 'paused';

/** The mode of this workbook, in the memory of its page. */
export interface ModeSwitch {
  now(): Mode;
  set(mode: Mode): void;
  /** Calls `listener` at every change, and not at once; the answer ends it, twice is harmless. */
  watch(listener: (mode: Mode) => void): () => void;
}

/** `live` until the gateway says in which mode workbooks start, unless a person was faster. */
export class WorkbookMode implements ModeSwitch {
  private mode: Mode = 'live';
  private chosen = false;
  private readonly listeners = new Set<(mode: Mode) => void>();

  now(): Mode {
    return this.mode;
  }

  set(mode: Mode): void {
    this.chosen = true;
    this.become(mode);
  }

  /** Only the first time: a connection that comes back changes nothing that a person may have got used to. */
  startIn(mode: Mode): void {
    if (!this.chosen) this.set(mode);
  }

  watch(listener: (mode: Mode) => void): () => void {
    const mine = (mode: Mode): void => listener(mode);
    this.listeners.add(mine);
    return () => void this.listeners.delete(mine);
  }

  private become(mode: Mode): void {
    if (this.mode === mode) return;
    this.mode = mode;
    tellAll(this.listeners, mode);
  }
}
