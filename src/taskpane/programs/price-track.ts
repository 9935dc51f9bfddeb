import type { Price } from '../../domain/price';

/** Both prices of a row at a moment, in epoch ms; one that is absent was not there. */
export interface TrackPoint {
  readonly at: number;
  readonly wanted?: Price | undefined;
  readonly live?: Price | undefined;
}

/** A quarter of an hour of a price that moves each second. */
const POINTS_MAX = 900;

/** The wanted and the live price of a row, whenever one of them changed. */
export class PriceTrack {
  private all: readonly TrackPoint[] = [];

  get points(): readonly TrackPoint[] {
    return this.all;
  }

  wanted(at: number, wanted: Price | undefined): void {
    this.add({ at, wanted, live: this.all.at(-1)?.live });
  }

  live(at: number, live: Price | undefined): void {
    this.add({ at, wanted: this.all.at(-1)?.wanted, live });
  }

  private add(point: TrackPoint): void {
    const last = this.all.at(-1);
    if (last && last.wanted === point.wanted && last.live === point.live) return;
    this.all = [...this.all, point].slice(-POINTS_MAX);
  }
}
