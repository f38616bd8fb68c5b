import { describe, expect, it } from 'vitest';
import { soakSchema } from '../soak/results.ts';
import { describeSoak } from './describe-soak.ts';
import { soakOf } from './example.ts';
import { renderPage } from './render-page.ts';

describe('a soak', () => {
  it('can be stored and read again', () => {
    const soak = soakOf();
    expect(soakSchema.parse(JSON.parse(JSON.stringify(soak)))).toEqual(soak);
  });

  it('has a section of the page, with its verdicts and its course', () => {
    const page = renderPage({ parts: {}, soak: soakOf({ errors: { '503 unavailable': 2 } }) });
    expect(page).toContain('\n## Soak\n');
    expect(page).toContain('(images/soak.svg)');
    expect(page).toContain(
      '| p99 of reads, growth | **1.00 ×** | 1.25 × | ✓ | 10.0 → 10.0 ms; the worst 10 s 10.0 ms |',
    );
    expect(page).toContain('| requests that could not be sent | **3** | 0 | ✗ |  |');
    expect(page).toContain('| all processors of the machine | 10.17 % | 30.17 % | 50.17 % |');
    expect(page).toContain('- 2 × `503 unavailable`');
    expect(renderPage({ parts: {} })).not.toContain('Soak');
  });

  it('is printed in the terminal', () => {
    const lines = describeSoak(soakOf()).split('\n');
    expect(lines[0]).toBe('soak: 30 minutes, 1 did not hold');
    expect(lines).toContain(
      ' ✓ memory of nats, growth: 0.00 MB/h, at most 30.00 MB/h  (30.0 → 30.0 MB)',
    );
    expect(lines).toContain(' ✗ requests that could not be sent: 3, at most 0');
  });
});
