import { Client } from 'pg';
import { closeNear, openNear } from './near.ts';
import { handOnPositions } from './positions.ts';
import type { Shard } from './shards.ts';

export interface Move {
  readonly shard: Shard;
  /** The workers' URLs. */
  readonly from: string;
  readonly to: string;
}

const STEPS = { close: closeNear, handOn: handOnPositions };

/**
 * Moves a shard in use to another worker. After the copy, Citus blocks writes until the transaction
 * ends, which also transfers the position sequence.
 * @param without steps that a trial replaces
 */
export async function moveShard(
  coordinatorUrl: string,
  { shard, from, to }: Move,
  without: Partial<typeof STEPS> = {},
): Promise<void> {
  const { close, handOn } = { ...STEPS, ...without };
  const client = new Client({ connectionString: coordinatorUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await close(coordinatorUrl, shard);
    await client.query('begin');
    const { hostname, port } = new URL(to);
    await client.query(`select citus_schema_move($1, $2, $3, 'force_logical')`, [
      shard,
      hostname,
      Number(port),
    ]);
    await handOn(from, to, shard);
    await client.query('commit');
  } finally {
    // First of all: after a failure, its locks last as long as the connection.
    await client.end().catch(() => undefined);
    await openNear(coordinatorUrl, shard);
  }
}
