import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PasswordHasher, startPasswordHasher } from './hasher.ts';

let hasher: PasswordHasher;
beforeAll(async () => {
  hasher = await startPasswordHasher({ cost: 8, threads: 1, queueMax: 2 });
});
afterAll(() => hasher.stop());

describe('a password hasher', () => {
  it('accepts the password of a hash and no other', async () => {
    const passwordHash = await hasher.hash('correct horse');
    expect(passwordHash).toMatch(/^\$2b\$08\$/);
    expect(await hasher.matches('correct horse', passwordHash)).toBe(true);
    expect(await hasher.matches('correct horsf', passwordHash)).toBe(false);
  });

  it('uses all characters of a long password', async () => {
    const long = 'x'.repeat(255);
    const passwordHash = await hasher.hash(`${long}a`);
    expect(await hasher.matches(`${long}a`, passwordHash)).toBe(true);
    expect(await hasher.matches(`${long}b`, passwordHash)).toBe(false);
  });

  it('treats NUL as an ordinary character', async () => {
    const passwordHash = await hasher.hash('pass\0word');
    expect(await hasher.matches('pass\0other', passwordHash)).toBe(false);
  });

  it('takes as long without a hash to compare with', async () => {
    const passwordHash = await hasher.hash('correct horse');
    // CPU time, since a busy machine stretches wall-clock time.
    const leastWork = async (against: string | undefined) => {
      const works: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const before = process.cpuUsage();
        expect(await hasher.matches('wrong', against)).toBe(false);
        const { user, system } = process.cpuUsage(before);
        works.push(user + system);
      }
      return Math.min(...works);
    };
    const ratio = (await leastWork(undefined)) / (await leastWork(passwordHash));
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('rate_limited: beyond its queue, then recovers', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => hasher.hash('x').catch(({ code }) => code)),
    );
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(2);
    expect(await hasher.hash('x')).toMatch(/^\$2b/);
  });
});
