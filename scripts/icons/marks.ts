import type { Picture } from './png';

// Marks are drawn on a grid of 16 units, the smallest icon's pixels, so that straight edges are sharp at 16, 32, 64 and 80.
const GRID_UNITS = 16;
const SAMPLES_PER_PIXEL_SIDE = 8;

type Colour = readonly [red: number, green: number, blue: number];
/** Whether a point of the grid belongs to the shape. */
type Shape = (x: number, y: number) => boolean;
/** Painted one over the other, first at the bottom. */
type Mark = readonly { readonly shape: Shape; readonly colour: Colour }[];

// Seen on Excel's light, dark and black ribbon.
const NAVY: Colour = [18, 62, 82];
const WHITE: Colour = [255, 255, 255];
const TEAL: Colour = [30, 143, 158];
const AMBER: Colour = [240, 161, 50];
const RED: Colour = [209, 63, 54];

const box =
  (left: number, top: number, right: number, bottom: number): Shape =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom;

/** A box with round corners. */
const plate =
  (left: number, top: number, right: number, bottom: number): Shape =>
  (x, y) => {
    const radius = 2.5;
    const dx = Math.max(left + radius - x, x - (right - radius), 0);
    const dy = Math.max(top + radius - y, y - (bottom - radius), 0);
    return Math.hypot(dx, dy) <= radius;
  };

/** A ring of two units around the middle, open at the upper right for the arrow's head. */
const ring: Shape = (x, y) => {
  const radius = Math.hypot(x - 8, y - 8);
  return radius >= 4 && radius <= 6 && !(x > 8 && y < 8 && y > 8 - (x - 8) * 1.6);
};
const head: Shape = (x, y) => y >= 3 && y <= 8 && x <= 15 && x - 8 >= 8 - y + 2;

/** A triangle on its base, as high as it is wide. */
const triangle: Shape = (x, y) => y >= 1 && y < 15 && Math.abs(x - 8) <= (y - 1) / 2;
/** A wrench: a round head that is open to the upper right, and a grip that goes down to the left. */
const wrenchHead: Shape = (x, y) =>
  Math.hypot(x - 10.5, y - 5.5) <= 4.5 && !(Math.abs(x - 16 + y) < 2 && x - y > 4);
const grip: Shape = (x, y) => Math.abs(x - 16 + y) <= 2 && x - y <= 2 && x - y >= -11;

/** The eight sides of a stop sign. */
const octagon: Shape = (x, y) => {
  const [dx, dy] = [Math.abs(x - 8), Math.abs(y - 8)];
  return Math.max(dx, dy) <= 7 && dx + dy <= 10;
};

/** An arrow that turns back to the left. */
const arrowBack: Shape = (x, y) => x >= 1 && x <= 7 && Math.abs(y - 6) <= x - 1;
const shaft: Shape = (x, y) => box(6, 5, 11, 7)(x, y) || box(6, 12, 11, 14)(x, y) || bend(x, y);
/** Half a ring, two units wide, from the shaft to the tail. */
const bend: Shape = (x, y) => {
  const radius = Math.hypot(x - 10.5, y - 9.5);
  return x >= 10.5 && radius >= 2.5 && radius <= 4.5;
};

/** Every mark of the product by its file's name: the desk is two bars at two levels, the spread between two legs. */
export const MARKS: Readonly<Record<string, Mark>> = {
  desk: [
    { shape: plate(0, 0, 16, 16), colour: NAVY },
    { shape: box(3, 7, 7, 13), colour: WHITE },
    { shape: box(9, 3, 13, 9), colour: AMBER },
  ],
  request: [
    { shape: plate(1, 2, 15, 14), colour: TEAL },
    { shape: box(4, 5, 12, 7), colour: WHITE },
    { shape: box(4, 9, 9, 11), colour: AMBER },
  ],
  requests: [2, 7, 12].flatMap((top) => [
    { shape: box(1, top, 4, top + 3), colour: AMBER },
    { shape: box(6, top, 15, top + 3), colour: TEAL },
  ]),
  refresh: [
    { shape: ring, colour: TEAL },
    { shape: head, colour: AMBER },
  ],
  pause: [
    { shape: box(3, 2, 7, 14), colour: TEAL },
    { shape: box(9, 2, 13, 14), colour: AMBER },
  ],
  errors: [
    { shape: triangle, colour: AMBER },
    { shape: box(7, 6, 9, 10), colour: NAVY },
    { shape: box(7, 11, 9, 13), colour: NAVY },
  ],
  source: [
    { shape: plate(1, 1, 15, 15), colour: TEAL },
    { shape: box(7, 3, 9, 5), colour: AMBER },
    { shape: box(7, 6, 9, 13), colour: WHITE },
  ],
  sheet: [
    { shape: plate(1, 1, 15, 15), colour: TEAL },
    { shape: box(3, 3, 13, 5), colour: AMBER },
    ...[6, 10].flatMap((top) => [
      { shape: box(3, top, 7, top + 3), colour: WHITE },
      { shape: box(8, top, 13, top + 3), colour: WHITE },
    ]),
  ],
  withdraw: [
    { shape: shaft, colour: TEAL },
    { shape: arrowBack, colour: AMBER },
  ],
  stop: [
    { shape: octagon, colour: RED },
    { shape: box(5, 5, 11, 11), colour: WHITE },
  ],
  repair: [
    { shape: grip, colour: AMBER },
    { shape: wrenchHead, colour: TEAL },
  ],
};

/** The mark in a size, edges smoothed by the share of each pixel that a shape covers. */
export function drawn(mark: Mark, sizePx: number): Picture {
  const rgba = new Uint8Array(sizePx * sizePx * 4);
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) rgba.set(pixel(mark, x, y, GRID_UNITS / sizePx), (y * sizePx + x) * 4);
  }
  return { sizePx, rgba };
}

function pixel(mark: Mark, column: number, row: number, unitsPerPixel: number): number[] {
  const sum = [0, 0, 0];
  let covered = 0;
  for (let sample = 0; sample < SAMPLES_PER_PIXEL_SIDE ** 2; sample++) {
    const x = (column + ((sample % SAMPLES_PER_PIXEL_SIDE) + 0.5) / SAMPLES_PER_PIXEL_SIDE) * unitsPerPixel;
    const y =
      (row + (Math.floor(sample / SAMPLES_PER_PIXEL_SIDE) + 0.5) / SAMPLES_PER_PIXEL_SIDE) * unitsPerPixel;
    const top = mark.findLast(({ shape }) => shape(x, y));
    if (!top) continue;
    covered++;
    top.colour.forEach((share, channel) => (sum[channel] = (sum[channel] ?? 0) + share));
  }
  const opacity = Math.round((covered / SAMPLES_PER_PIXEL_SIDE ** 2) * 255);
  return [...sum.map((share) => Math.round(share / Math.max(1, covered))), opacity];
}
