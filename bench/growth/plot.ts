import type { Grown } from './grown';

const WIDTH = 420;
const HEIGHT = 300;
const LEFT = 60;
const TOP = 30;
const NAMES = 250;
const LINE = 14;
const COLOURS = ['#0f6cbd', '#c4314b', '#107c10', '#8764b8', '#ca5010', '#038387', '#69797e', '#986f0b'];

const decade = (value: number): number => Math.log10(Math.max(value, 0.01));

/** One picture as SVG: each figure over the count, both on a log scale, so that a figure that grows like the count rises at 45° per decade. */
export function plotted(all: readonly Grown[]): string {
  const panels = all.map((grown, at) => panel(grown, at * (HEIGHT + TOP * 3)));
  const height = all.length * (HEIGHT + TOP * 3);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + NAMES}" height="${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="white"/>
${panels.join('\n')}
</svg>
`;
}

function panel({ scenario, unit, counts, figures }: Grown, offset: number): string {
  const metrics = Object.keys(figures[0] ?? {});
  const values = figures.flatMap((one) => Object.values(one));
  const [low, high] = [Math.floor(decade(Math.min(...values))), Math.ceil(decade(Math.max(...values)))];
  const [first, last] = [decade(counts[0] ?? 1), decade(counts.at(-1) ?? 10)];
  const x = (count: number): number => LEFT + ((decade(count) - first) / (last - first || 1)) * WIDTH;
  const y = (value: number): number => TOP + HEIGHT - ((decade(value) - low) / (high - low || 1)) * HEIGHT;
  const grid = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)).map(
    (value) =>
      `<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>` +
      `<text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const sizes = counts.map(
    (count) => `<text x="${x(count)}" y="${TOP + HEIGHT + LINE}" text-anchor="middle">${count}</text>`,
  );
  const ends = metrics
    .map((metric) => ({ metric, at: y(figures.at(-1)?.[metric] ?? NaN) }))
    .sort((a, b) => a.at - b.at);
  // Names that would lie on each other move down.
  let below = -Infinity;
  const places = new Map(ends.map(({ metric, at }) => [metric, (below = Math.max(at, below + LINE))]));
  const lines = metrics.map((metric, at) => {
    const colour = COLOURS[at % COLOURS.length] ?? 'black';
    const points = figures.map((one, size) => `${x(counts[size] ?? NaN)},${y(one[metric] ?? NaN)}`);
    return (
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>` +
      `<text x="${LEFT + WIDTH + 8}" y="${(places.get(metric) ?? 0) + 4}" fill="${colour}">${metric}</text>`
    );
  });
  return `<g transform="translate(0,${offset})"><text x="${LEFT}" y="${TOP - 12}" font-weight="bold">${scenario}</text>
${[...grid, ...sizes, ...lines].join('\n')}
<text x="${LEFT + WIDTH}" y="${TOP + HEIGHT + 2 * LINE}" text-anchor="end">${unit}</text></g>`;
}
