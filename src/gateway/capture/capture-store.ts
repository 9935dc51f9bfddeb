import type { Capture, CaptureId, SetAside } from '../../domain/capture';

/** A capture as it is written down; what was set aside stands beside it. */
export type KeptCapture = Omit<Capture, 'setAside' | 'setAsideCount' | 'cost'>;

/** Where captures outlive a restart. */
export interface CaptureStore {
  /** Writes it down as it stands now, in place of what it was before. */
  save(capture: KeptCapture): Promise<void>;
  /** The newest first; of the others those that have ended are forgotten. */
  newest(countMax: number): Promise<readonly KeptCapture[]>;
  /** The same thing set aside twice is there once, with the newer failure. */
  setAside(id: CaptureId, one: SetAside): Promise<void>;
  /** In the order in which they were set aside. */
  asideOf(id: CaptureId): Promise<readonly SetAside[]>;
}
