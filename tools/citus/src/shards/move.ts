import { Client } from 'pg';
import { handOnPositions } from './positions.ts';
import type { Shard } from './shards.ts';

export interface Move {
  readonly shard: Shard;
  /** The workers' URLs. */
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a shard to another worker, while it is used. Behind the copy Citus keeps writes waiting until the
 * transaction ends: in which the new worker is told where positions go on.
 */
export async function moveShard(
  coordinatorUrl: string,
  { shard, from, to }: Move,
  handOn: typeof handOnPositions = handOnPositions,
): Promise<void> {
  const client = new Client({ connectionString: coordinatorUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
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
    await client.end().catch(() => undefined);
  }
}
