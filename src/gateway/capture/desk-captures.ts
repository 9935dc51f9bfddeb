import type { Capture, CaptureEstimate, CaptureId, CaptureWanted } from '../../domain/capture';
import type { CapturedTrade } from '../../domain/captured-trade';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import type { CaptureStep } from '../../contract/desk/captures';
import type { KeptTrade, Piece } from './trade-store';

export type { CaptureStep };

/** What a desk does about captures, and gives out of what was captured. */
export interface DeskCaptures {
  /** IANA zone of the service's day. */
  readonly zone: string;
  read(): readonly Capture[];
  /** From what is known; it costs no call. */
  estimate(wanted: CaptureWanted): Promise<Outcome<CaptureEstimate>>;
  /** The same id twice is one capture. */
  start(id: CaptureId, wanted: CaptureWanted): Promise<Outcome<Capture>>;
  step(id: CaptureId, step: CaptureStep): Promise<Outcome<Capture>>;
  /** Captured trades in the order in which they were traded. */
  piece(wanted: CaptureWanted, piece: Piece): Promise<Outcome<readonly KeptTrade[]>>;
  all(wanted: CaptureWanted): Promise<Outcome<AsyncIterable<CapturedTrade>>>;
}

/** Signed out nothing is fetched, and nothing of the platform is shown, kept or not. */
export const closedCaptures = ({ zone }: DeskCaptures, failure: Failure): DeskCaptures => {
  const refused = async (): Promise<{ ok: false; failure: Failure }> => failed(failure);
  return {
    zone,
    read: () => [],
    estimate: refused,
    start: refused,
    step: refused,
    piece: refused,
    all: refused,
  };
};
