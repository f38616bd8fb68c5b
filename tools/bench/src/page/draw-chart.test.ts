import { describe, expect, it } from 'vitest';
import { drawChart } from './draw-chart.ts';
import { figureOf, partOf } from './example.ts';

const widthsOf = (svg: string) =>
  [...svg.matchAll(/<rect class="(\w+)" x="\d+" y="\d+" width="(\d+)"/g)].map(
    ([, kind, width]) => ({
      kind,
      width: Number(width),
    }),
  );
const boundsOf = (svg: string) =>
  [...svg.matchAll(/<line class="bound" x1="(\d+)"/g)].map(([, x]) => Number(x));

describe('the picture', () => {
  it('has bars as long as their medians, and marks at the bounds', () => {
    const svg = drawChart({
      parts: {
        submit: partOf({
          figures: {
            'submit-uniform': figureOf([7]),
            'submit-hot': figureOf([3.5]),
            'plain-hot': figureOf([0.7]),
          },
        }),
      },
    });
    const [uniform, hot, plain] = widthsOf(svg);
    expect([uniform?.kind, hot?.kind, plain?.kind]).toEqual(['reached', 'missed', 'other']);
    expect(hot?.width).toBe((uniform?.width ?? 0) / 2);
    expect(plain?.width).toBe((uniform?.width ?? 0) / 10);
    expect(boundsOf(svg)).toHaveLength(2);
  });

  it('has bars that exceed their mark in proportion to the figure', () => {
    const figures = { 'load-tail': figureOf([4]), 'load-events': figureOf([50_000]) };
    const [within, beyond] = widthsOf(drawChart({ parts: { load: partOf({ figures }) } }));
    expect(within?.kind).toBe('reached');
    expect(beyond?.kind).toBe('missed');
    // A bar far beyond its bound still fits into the picture.
    expect(beyond?.width).toBe((within?.width ?? 0) * 2);
  });

  it('is well-formed without any figure', () => {
    expect(drawChart({ parts: {} })).toMatch(/^<svg [^>]*>\n.*<\/svg>\n$/s);
  });
});
