import { spawnSync } from 'node:child_process';

const HEX_DIGITS = 8;

/** Varies by commit. Undefined outside a git checkout and with FLORIN_TEST_ALL, to include all. */
export const commitTurn = process.env.FLORIN_TEST_ALL ? undefined : readTurn();

/**
 * Every `shares`-th item from an offset that depends on the commit id, for tests with too many
 * cases to run for each change.
 */
export function rotatingShare<Item>(
  items: readonly Item[],
  shares: number,
  turn: number | undefined = commitTurn,
): readonly Item[] {
  return turn === undefined ? items : items.filter((_, index) => (index + turn) % shares === 0);
}

function readTurn(): number | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return status === 0 ? Number.parseInt(stdout.slice(0, HEX_DIGITS), 16) : undefined;
}
