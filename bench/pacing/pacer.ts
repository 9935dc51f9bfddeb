/** What a service allows. At scale 10 everything runs ten times faster: rate, intervals, latency. */
export interface Allowance {
  readonly ratePerSecond: number;
  readonly burst: number;
  /** For pacers without a burst: so many calls in each interval of so many ms, e.g. 10 in 1,000. */
  readonly interval: { readonly calls: number; readonly ms: number };
}

export const allowanceAt = (scale: number): Allowance => ({
  ratePerSecond: 10 * scale,
  burst: 100,
  interval: { calls: 10, ms: 1_000 / scale },
});

export type Said = 'served' | 'refused';

/** One way of pacing calls. A pacer without priorities serves the urgent in the order of asking. */
export interface Pacer {
  run(call: () => Promise<Said>, how: { urgent: boolean }): Promise<Said>;
  close(): Promise<void>;
}

/** Where a pacer is opened. */
export interface Place {
  readonly allowance: Allowance;
  /** A folder for what has to outlive the process. */
  readonly folder: string;
  /** The bucket is known to be full, as after a stop long ago; else nothing is known. */
  readonly full: boolean;
}

export interface Subject {
  readonly name: string;
  /** How it is set up, in a line. */
  readonly setting: string;
  /** Whether it comes from the benchmark's own packages. */
  readonly peer: boolean;
  open(place: Place): Promise<Pacer>;
}
