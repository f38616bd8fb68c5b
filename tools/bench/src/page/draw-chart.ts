import type { Results } from '../results.ts';
import { isWithin, listMeasured, type Measured, withUnit } from './format.ts';

const WIDTH = 950;
const LABEL_WIDTH = 560;
const BAR_WIDTH = 290;
const LINE_HEIGHT = 26;
const BAR_HEIGHT = 12;
/** Position of the bound on the scale of a row of its own. */
const BOUND_AT = 0.5;

/** Colors for both light and dark pages. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #808890 }
  .title { font-weight: 600 }
  .reached { fill: #3f8f5f }
  .missed { fill: #c4553d }
  .other { fill: #8a8f98 }
  .bound { stroke: #d9922b; stroke-width: 2 }`;

/** Bars of the medians, with a mark at each bound. */
export function drawChart(results: Results): string {
  const measured = listMeasured(results);
  const rates = measured.filter(({ row }) => row.unit === 'A');
  const others = measured.filter(({ row }) => row.unit !== 'A');
  const ratesMax = Math.max(
    1,
    ...rates.flatMap(({ row, spread }) => [spread.median, row.must ?? 0]),
  );
  const lines = [
    ...title('Multiples of A, more is better; the mark is what must be reached', rates),
    ...rates.map((one) => (y: number) => bar(one, y, ratesMax)),
    ...title('Each against its bound, the mark', others),
    ...others.map((one) => (y: number) => bar(one, y, (one.row.must ?? 1) / BOUND_AT)),
  ];
  const height = (lines.length + 1) * LINE_HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>Medians of Florin's benchmarks</title>`,
    `<style>${STYLE}\n</style>`,
    ...lines.map((draw, index) => draw((index + 1) * LINE_HEIGHT)),
    '</svg>\n',
  ].join('\n');
}

function title(text: string, below: readonly Measured[]) {
  return below.length === 0
    ? []
    : [(y: number) => `<text class="title" x="0" y="${y}">${text}</text>`];
}

function bar(one: Measured, y: number, scaleMax: number): string {
  const { row, spread } = one;
  const long = (value: number) => Math.round(Math.min(1, value / scaleMax) * BAR_WIDTH);
  const reached = isWithin(one);
  const kind = reached === undefined ? 'other' : reached ? 'reached' : 'missed';
  const top = y - BAR_HEIGHT + 2;
  const direction = row.unit === 'A' ? '' : `, ${row.better} is better`;
  const bound = LABEL_WIDTH + long(row.must ?? 0);
  return [
    `<text x="0" y="${y}">${toXml(row.what.replaceAll('`', ''))}${direction}</text>`,
    `<rect class="${kind}" x="${LABEL_WIDTH}" y="${top}" width="${long(spread.median)}" height="${BAR_HEIGHT}"/>`,
    row.must === undefined
      ? ''
      : `<line class="bound" x1="${bound}" x2="${bound}" y1="${top - 3}" y2="${top + BAR_HEIGHT + 3}"/>`,
    `<text x="${LABEL_WIDTH + BAR_WIDTH + 12}" y="${y}">${withUnit(spread.median, row.unit)}</text>`,
  ].join('');
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
