import { shardOf } from '@florin/contracts';
import { type Database, openDatabase } from '@florin/database';
import type { Foundation } from '@florin/service';
import type { Kysely } from 'kysely';
import type { LedgerConfig } from '../config.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { type Books, makeBooks } from '../shards/books.ts';
import type { Meter } from './metrics.ts';
import { type OpenWriter, openWriter, WRITER_CONNECTIONS, type Writer } from './writer.ts';

/** A part of the accounts, with its background work. */
export interface Shard {
  /** For the log; empty if there is only one. */
  readonly label: string;
  readonly db: Kysely<LedgerTables>;
  readonly writer: OpenWriter;
}

export interface Shards {
  readonly all: readonly Shard[];
  readonly books: Books;
  /** Sends each command to the shard of its account: a batch belongs to one shard. */
  readonly writer: Writer;
  /** Connections besides those of the service. */
  readonly databases: readonly Pick<Database<unknown>, 'pool'>[];
}

type Opening = Pick<
  Foundation<LedgerConfig, LedgerTables>,
  'config' | 'db' | 'report' | 'commits' | 'onClose'
>;

/**
 * Opens the databases that the ledger writes to: the service's own, or one for each shard, of which
 * the first is the service's own.
 */
export function openShards(
  { config, db, report, commits, onClose }: Opening,
  meter: Meter,
): Shards {
  const { database, shardUrls, writerLimits } = config;
  const onError = report('a database connection failed');
  const count = shardUrls.length;
  const pools: Pick<Database<unknown>, 'pool'>[] = [];

  function openTables(url: string): Kysely<LedgerTables> {
    const poolSizeMax = Math.max(1, database.poolSizeMax - WRITER_CONNECTIONS);
    const opened = openDatabase<LedgerTables>({ ...database, url, poolSizeMax }, onError, {
      onCommit: commits.note,
    });
    onClose(opened.close);
    pools.push(opened);
    return opened.db;
  }

  function open(url: string, index: number): Shard {
    const place = count > 1 ? { index, count } : undefined;
    const writer = openWriter({ ...database, url }, writerLimits, meter, onError, place);
    onClose(writer.stop);
    pools.push(writer);
    const label = place ? ` of shard ${index}` : '';
    return { label, db: index === 0 ? db : openTables(url), writer };
  }

  const all = (count === 0 ? [database.url] : shardUrls).map(open);
  return {
    all,
    books: makeBooks(all.map((shard) => shard.db)),
    writer: all.length === 1 && all[0] ? all[0].writer : leadByAccount(all),
    databases: pools,
  };
}

function leadByAccount(shards: readonly Pick<Shard, 'writer'>[]): Writer {
  const count = shards.length;
  return {
    submit(request, deadline) {
      const shard = shards[shardOf(request.accountId, count)];
      if (shard === undefined) throw new Error('there is no shard');
      return shard.writer.submit(request, deadline);
    },
    waiting: () => shards.reduce((sum, { writer }) => sum + writer.waiting(), 0),
    occupiedSeconds: () => shards.reduce((sum, { writer }) => sum + writer.occupiedSeconds(), 0),
    async stop() {
      await Promise.all(shards.map(({ writer }) => writer.stop()));
    },
  };
}
