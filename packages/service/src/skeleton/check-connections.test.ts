import { openPool } from '@florin/database';
import { createDatabase } from '@florin/testing';
import { expect, it } from 'vitest';
import { checkConnections } from './check-connections.ts';

async function warningsFor(connectionsMax: number) {
  const { adminUrl: url, drop } = await createDatabase();
  const pool = openPool({ url, poolSizeMax: 2 }, () => {});
  const warnings: unknown[][] = [];
  try {
    await checkConnections(pool, connectionsMax, {
      warn: (...said: unknown[]) => warnings.push(said),
    });
    return warnings;
  } finally {
    await pool.end();
    await drop();
  }
}

it("warns with numbers and settings if the pool exceeds Postgres's limit", async () => {
  const [[fields, message] = []] = await warningsFor(100_000);
  expect(fields).toMatchObject({ used: expect.any(Number), connections_max: 100_000 });
  expect(message).toMatch(/this process may open 100000, and Postgres allows \d+/);
  expect(message).toContain('<SERVICE>_DATABASE_POOL_SIZE_MAX');
});

it('does not warn if there is room', async () => {
  expect(await warningsFor(1)).toEqual([]);
});
