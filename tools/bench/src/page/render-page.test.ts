import { describe, expect, it } from 'vitest';
import { figureOf, partOf } from './example.ts';
import { renderPage } from './render-page.ts';

const lineOf = (page: string, what: string) =>
  page.split('\n').find((line) => line.includes(what)) ?? '';

describe('the page', () => {
  it('has a line for each figure, with its bounds and the verdict', () => {
    const page = renderPage({
      parts: {
        submit: partOf({
          figures: {
            'submit-uniform': figureOf([3.4, 3.6, 5], {
              per_second: 3600.4,
              p50_ms: 9.75,
              p99_ms: 120,
            }),
            'submit-hot': figureOf([4.4]),
          },
        }),
        load: partOf({
          figures: { 'load-events': figureOf([180]), 'load-tail': figureOf([4.01]) },
        }),
      },
    });
    expect(lineOf(page, '128 callers, 1000 accounts')).toBe(
      '| 4 | `submit` in process, 128 callers, 1000 accounts | ≥ 3.5 A | ≥ 6 A | 3.40 | **3.60 A** | 5.00 | ✓ | 3600/s, p50 9.75 ms, p99 120 ms |',
    );
    expect(lineOf(page, '128 callers, one account')).toContain('| **4.40 A** | 4.40 | ✗ |');
    expect(lineOf(page, 'commit to consumer')).toContain('≤ 500 ms | ≤ 150 ms | 180 | **180 ms**');
    expect(lineOf(page, 'commit to consumer')).toContain('✓');
    expect(lineOf(page, 'p99 against p50')).toContain('✗');
  });

  it('lists the references without a verdict', () => {
    const figures = { 'plain-hot': figureOf([0.14]) };
    const page = renderPage({ parts: { submit: partOf({ figures }) } });
    expect(lineOf(page, 'a transaction per command, one account')).toContain('**0.14 A**');
    expect(page).not.toMatch(/[✓✗]/);
  });

  it('marks a row with errors, and names them', () => {
    const figures = { 'load-64': figureOf([2], { errors: { '503 unavailable': 7 } }) };
    const page = renderPage({ parts: { load: partOf({ figures }) } });
    expect(lineOf(page, '| 1 |')).toContain('⚠ 7 errors');
    expect(page).toContain('7 × `503 unavailable`');
  });

  it("has time and place, the number of discarded rounds, and the host's share", () => {
    const page = renderPage({
      parts: { submit: partOf({ rounds: 4, dropped: 1, stolen_percent: 7.5 }) },
    });
    expect(lineOf(page, '| submit |')).toBe(
      '| submit | 2026-01-31 12:34 | 01234567 | 4 of 7 s, 1 left out, 7.50 % stolen by the host | 900 – **1000** – 1100 | A Processor, 2 cores, 8 GiB, linux 6.1 | node 24.0.0, postgres 18.0 |',
    );
  });

  it('lists unusual conditions', () => {
    const settings = { seconds: 2, seed: 1, scale: 5, history: 2_000_000 };
    const page = renderPage({
      parts: { history: partOf({ settings }), load: partOf({ settings }) },
    });
    expect(lineOf(page, '| history |')).toContain(
      '| 5 of 2 s, pgbench at scale 5, 2000000 transactions |',
    );
    expect(lineOf(page, '| load | 2026')).toContain('| 5 of 2 s, pgbench at scale 5 |');
  });

  it('lists the statements of a request', () => {
    const statements = [{ sender: 'ledger', text: 'select a|b from `c`', calls: 0.07, us: 12.3 }];
    const page = renderPage({ parts: { cost: partOf({ statements }) } });
    expect(lineOf(page, '12.30')).toBe('| ledger | 12.30 | 0.070 | `select a b from  c ` |');
  });

  it('has no line for an unmeasured row', () => {
    expect(renderPage({ parts: {} })).not.toMatch(/^\| \d/m);
  });
});
