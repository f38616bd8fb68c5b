import { describe, expect, it } from 'vitest';
import { nothingLost, sampleOf, samplesOf, tableOf } from './example.ts';
import type { Lost } from './find-lost.ts';
import { judge, lastTwoThirds } from './judge.ts';
import type { Sample } from './sample.ts';

function judged(samples: readonly Sample[], lost: Partial<Lost> = {}) {
  const verdicts = judge({
    samples,
    apps: ['ledger'],
    autovacuumNapSeconds: 60,
    lost: { ...nothingLost.lost, ...lost },
    kept: nothingLost.kept,
  });
  return (what: string) => {
    const verdict = verdicts.find((one) => one.what === what);
    if (verdict === undefined) throw new Error(`nothing is said of ${what}`);
    return verdict;
  };
}

it('finds no fault in a steady run', () => {
  const verdicts = judge({
    samples: samplesOf(),
    apps: ['ledger'],
    autovacuumNapSeconds: 60,
    ...nothingLost,
  });
  expect(verdicts.filter(({ is_within }) => !is_within)).toEqual([]);
  expect(verdicts.map(({ what }) => what)).toContain('memory of nats, growth');
});

describe('memory', () => {
  const grown = (mbPerHour: number) =>
    judged(
      samplesOf((atSeconds) => ({
        processes: {
          ledger: {
            // The first minutes do not count, nor does the garbage collector's sawtooth.
            residentMb:
              (atSeconds < 300 ? 0 : 100) + (atSeconds / 3_600) * mbPerHour + (atSeconds % 70),
            heapMb: 60,
            processorPercent: 1,
          },
        },
      })),
    )('memory of ledger, growth');

  it('may grow only within the noise', () => {
    expect(grown(20)).toMatchObject({ is_within: true, unit: 'MB/h' });
    expect(grown(60)).toMatchObject({ is_within: false });
    expect(grown(60).found).toBeCloseTo(60, -1);
  });

  it('is reported with the heap, if there is one', () => {
    expect(grown(0).note).toContain('its heap +0.0 MB/h');
    expect(judged(samplesOf())('memory of nats, growth').note).toBe('30.0 → 30.0 MB');
  });
});

it('p99 may not be longer in the last third than in the second, ignoring single windows', () => {
  const after = (ms: number) =>
    judged(
      samplesOf((atSeconds) => ({
        reads: { count: 700, p50: 2, p99: atSeconds === 1_500 ? 900 : atSeconds > 1_200 ? ms : 10 },
      })),
    )('p99 of reads, growth');
  expect(after(12)).toMatchObject({ found: 1.2, is_within: true });
  expect(after(13)).toMatchObject({ found: 1.3, is_within: false });
  expect(after(12).note).toBe('10.0 → 12.0 ms; the worst 10 s 900.0 ms');
});

it('p99 ignores windows in which others used the machine', () => {
  const samples = samplesOf((atSeconds) => {
    const isDisturbed = atSeconds > 1_200 && atSeconds % 30 > 0;
    return {
      othersPercent: isDisturbed ? 40 : 3,
      writes: { count: 200, p50: 5, p99: isDisturbed ? 90 : 20 },
    };
  });
  expect(judged(samples)('p99 of writes, growth')).toMatchObject({
    found: 1,
    is_within: true,
    note: '20.0 → 20.0 ms; the worst 10 s 90.0 ms; without 40 × 10 s in which others used the machine',
  });
  const always = samplesOf(() => ({ othersPercent: 40 }));
  expect(judged(always)('p99 of writes, growth').found).toBe(1);
});

it('a transaction may not take increasing space on disk', () => {
  const steady = judged(samplesOf())('WAL per recorded transaction, growth');
  expect(steady).toMatchObject({ found: 1, is_within: true, note: '2000 → 2000 bytes' });
  const growing = samplesOf((atSeconds) => {
    const { database } = sampleOf(atSeconds);
    return { database: { ...database, walBytes: atSeconds ** 2 } };
  });
  expect(judged(growing)('WAL per recorded transaction, growth').is_within).toBe(false);
});

describe('dead rows of a table', () => {
  const of = (deadRowsAt: (atSeconds: number) => number, perSecond = 10) =>
    judged(
      samplesOf((atSeconds) => {
        const { database } = sampleOf(atSeconds);
        const changes = perSecond * atSeconds;
        const tables = [tableOf({ changes, deadRows: deadRowsAt(atSeconds) })];
        return { database: { ...database, tables } };
      }),
    )('ledger.balances');

  it("may reach autovacuum's threshold, and grow until it has run", () => {
    expect(of(() => 1_350)).toMatchObject({ must: 150 + 2 * 60 * 10, is_within: true });
    expect(of(() => 1_351).is_within).toBe(false);
  });

  it('may not grow from third to third, even if they are few at the end', () => {
    const saw = (most: number) => of((atSeconds) => (atSeconds === 1_700 ? most : 1_300));
    expect(saw(1_600).is_within).toBe(true);
    expect(saw(1_700).is_within).toBe(false);
    expect(saw(1_700).note).toBe('at most 1300 → 1700; autovacuum 3 times, last at 12:00:00');
  });

  it('may grow while autovacuum has no reason to run', () => {
    expect(of((atSeconds) => atSeconds / 20, 0).is_within).toBe(true);
  });
});

describe('nothing lost', () => {
  it.each([
    ['undone', 'unfinished work at the end'],
    ['violations', 'findings of the ledger audit'],
    ['renewalsNotChargedOnce', 'renewals not charged once'],
    ['events', 'events not in the log'],
    ['deadLetters', 'dead letters'],
    ['deliveriesMissing', 'webhooks not received'],
    ['deliveriesTooMany', 'unexpected webhooks'],
    ['deliveriesUnsigned', 'webhooks with an invalid signature'],
  ] as const)('means no %s', (name, what) => {
    expect(judged(samplesOf())(what)).toMatchObject({ found: 0, is_within: true });
    expect(judged(samplesOf(), { [name]: 1 })(what)).toMatchObject({ found: 1, is_within: false });
  });

  it('means that everything was sent and answered as expected', () => {
    const samples = samplesOf((atSeconds) =>
      atSeconds === 50 ? { errors: { '503 unavailable': 2, 'no answer': 1 }, unsent: 4 } : {},
    );
    expect(judged(samples)('unexpected responses').found).toBe(3);
    expect(judged(samples)('requests that could not be sent').found).toBe(4);
  });
});

it('the first third does not count', () => {
  expect(lastTwoThirds([1, 2, 3, 4, 5, 6])).toEqual([3, 4, 5, 6]);
});
