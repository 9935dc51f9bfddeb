import { hasEnded, type CaptureId, type SetAside } from '../../../src/domain/capture';
import type { CaptureStore, KeptCapture } from '../../../src/gateway/capture/capture-store';

/** Captures in memory. */
export class MemoryCaptures implements CaptureStore {
  readonly captures = new Map<CaptureId, KeptCapture>();
  private readonly aside = new Map<CaptureId, Map<string, SetAside>>();

  async save(capture: KeptCapture): Promise<void> {
    this.captures.set(capture.id, structuredClone(capture));
  }

  async newest(countMax: number): Promise<readonly KeptCapture[]> {
    const sorted = [...this.captures.values()].sort(
      (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1),
    );
    for (const old of sorted.slice(countMax).filter(hasEnded)) {
      this.captures.delete(old.id);
      this.aside.delete(old.id);
    }
    return sorted.slice(0, countMax);
  }

  async setAside(id: CaptureId, one: SetAside): Promise<void> {
    const all = this.aside.get(id) ?? new Map<string, SetAside>();
    this.aside.set(id, all.set(one.what, one));
  }

  async asideOf(id: CaptureId): Promise<readonly SetAside[]> {
    return [...(this.aside.get(id)?.values() ?? [])];
  }
}
