/** A small chart: some lines over the same time. */
export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const PLOT = { width: 280, height: 120 };
const MARGIN = { left: 52, top: 26, right: 150, bottom: 40 };
const WIDTH = MARGIN.left + PLOT.width + MARGIN.right;
const HEIGHT = MARGIN.top + PLOT.height + MARGIN.bottom;
const NAME_HEIGHT = 15;
const NAME_LENGTH_MAX = 19;
const TICKS = 4;

/** Medium lightness, so that they stand out on white and on black. */
const COLOURS = [
  '#c4553d',
  '#3f8f5f',
  '#4a7fc1',
  '#b07a1e',
  '#8a63b8',
  '#2b9a9a',
  '#c0508f',
  '#7d8a2e',
] as const;

/** Position of a panel by number, and the total size up to it. */
export function place(index: number, columns: number) {
  return {
    x: (index % columns) * WIDTH,
    y: Math.floor(index / columns) * HEIGHT,
    width: columns * WIDTH,
    height: Math.ceil(index / columns) * HEIGHT,
  };
}

/** The next number of 1, 2 and 5 times a power of ten, which is easy to read on an axis. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power;
}

/** Rounded text: axes have little room. */
export function short(value: number): string {
  const units = [
    { from: 1e9, sign: 'G' },
    { from: 1e6, sign: 'M' },
    { from: 1e4, divisor: 1e3, sign: 'k' },
  ];
  const unit = units.find(({ from }) => value >= from);
  const number = unit === undefined ? value : value / (unit.divisor ?? unit.from);
  return `${Number(number.toPrecision(3))}${unit?.sign ?? ''}`;
}

/** Its axes and lines, each with name and last value. */
export function lines(
  { title, unit, lines: all }: Panel,
  minutes: readonly number[],
  { x, y }: { readonly x: number; readonly y: number },
): readonly string[] {
  const left = x + MARGIN.left;
  const bottom = y + MARGIN.top + PLOT.height;
  const right = left + PLOT.width;
  const most = roundUp(Math.max(0, ...all.flatMap(({ values }) => values)));
  const until = Math.max(1, ...minutes);
  const xOf = (minute: number) => (left + (minute / until) * PLOT.width).toFixed(1);
  const yOf = (value: number) => (bottom - (value / most) * PLOT.height).toFixed(1);
  const shares = Array.from({ length: TICKS + 1 }, (_, tick) => tick / TICKS);
  return [
    `<text class="title" x="${left}" y="${y + 16}">${toXml(title)}${unit === '' ? '' : `, ${toXml(unit)}`}</text>`,
    ...shares.map((share) => {
      const at = yOf(share * most);
      const rule = `<line class="${share === 0 ? 'axis' : 'grid'}" x1="${left}" x2="${right}" y1="${at}" y2="${at}"/>`;
      return `${rule}<text x="${left - 6}" y="${Number(at) + 4}" text-anchor="end">${short(share * most)}</text>`;
    }),
    ...shares.map((share) => {
      const label = short(Math.round(share * until * 10) / 10);
      return `<text x="${xOf(share * until)}" y="${bottom + 15}" text-anchor="middle">${label}</text>`;
    }),
    `<text x="${left + PLOT.width / 2}" y="${bottom + 29}" text-anchor="middle">minutes</text>`,
    ...all.flatMap(({ name, values }, index) => {
      const colour = COLOURS[index % COLOURS.length];
      const points = values.map((value, at) => `${xOf(minutes[at] ?? 0)},${yOf(value)}`).join(' ');
      const nameY = y + MARGIN.top + 8 + index * NAME_HEIGHT;
      const shown = name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name;
      return [
        `<polyline stroke="${colour}" points="${points}"/>`,
        `<text x="${right + 10}" y="${nameY}" style="fill:${colour}">${toXml(shown)} ${short(values.at(-1) ?? 0)}</text>`,
      ];
    }),
  ];
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
