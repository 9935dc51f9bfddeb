import type { ICellCustomRender } from '@univerjs/core';

/** Colours of the bars of numbers above and below 0. */
export interface BarColours {
  readonly above: string;
  readonly below: string;
}

/** The height of a bar, of that of its cell. */
const HEIGHT = 0.6;

/** A bar from the middle of its cell: to the right above 0 and to the left below it; the largest of the range takes half of the cell. */
export const dataBar = (
  value: number,
  largest: () => number,
  { above, below }: BarColours,
): ICellCustomRender => ({
  drawWith(ctx, { primaryWithCoord: { startX, endX, startY, endY } }) {
    const half = (endX - startX) / 2;
    const width = half * Math.min(1, Math.abs(value) / largest());
    const height = (endY - startY) * HEIGHT;
    ctx.save();
    // It is drawn after the number, which stays readable through it.
    ctx.globalCompositeOperation = 'multiply';
    ctx.fillStyle = value < 0 ? below : above;
    const left = startX + half - (value < 0 ? width : 0);
    ctx.fillRect(left, startY + (endY - startY - height) / 2, width, height);
    ctx.restore();
  },
});
