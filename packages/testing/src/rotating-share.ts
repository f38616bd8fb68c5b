import { spawnSync } from 'node:child_process';

const HEX_DIGITS = 8;

/** Differs between commits; undefined, where nothing is left out, outside a git checkout and by FLORIN_TEST_ALL. */
export const commitTurn = process.env.FLORIN_TEST_ALL ? undefined : readTurn();

/**
 * Every `shares`-th item, beginning at an item that depends on the commit id, for tests with more cases than
 * a change can wait for.
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
