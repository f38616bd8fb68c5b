import { parseAnyPublicId, SHARDS_MAX, shardOf } from '@florin/contracts';
import {
  type Command,
  type CommandResult,
  databaseUrlField,
  type Environment,
  readEnvironment,
} from '@florin/service';
import { z } from 'zod';

/**
 * The URL of each shard, which must keep their order, because an account's id determines its shard.
 * @throws Error for a single or repeated URL, and for settings that require one Postgres.
 */
export function readShardUrls(env: Environment): readonly string[] {
  const { LEDGER_SHARD_URLS: urls } = readEnvironment(env, {
    LEDGER_SHARD_URLS: z
      .string()
      .transform((text) => text.split(/\s+/).filter((url) => url !== ''))
      .pipe(
        z
          .array(databaseUrlField)
          .min(
            2,
            'must name several shards, separated by spaces; a single one is set by LEDGER_DATABASE_URL',
          )
          .max(SHARDS_MAX, `must name at most ${SHARDS_MAX} shards`)
          .refine((all) => new Set(all).size === all.length, 'must not name a shard twice'),
      )
      .optional()
      .describe(
        'URLs of the [shards](shards.md), separated by blanks, instead of `LEDGER_DATABASE_URL`. Number and order can never change.',
      ),
  });
  if (urls && env.LEDGER_STANDBY_URL)
    throw new Error(
      'LEDGER_STANDBY_URL works with one Postgres only; unset it with LEDGER_SHARD_URLS',
    );
  return urls ?? [];
}

/** Shared service tables are in the first shard. */
export function withFirstShard(env: Environment): Environment {
  const [first] = readShardUrls(env);
  if (first === undefined) return env;
  return { ...env, LEDGER_DATABASE_URL: first, LEDGER_DATABASE_URL_FILE: undefined };
}

/** Runs a command on each shard in turn. */
export function onEachShard(command: Command): Command {
  return async ({ database }, args, env) => {
    const urls = readShardUrls(env);
    if (urls.length === 0) return command({ database }, args, env);
    const results: CommandResult[] = [];
    for (const url of urls)
      results.push(await command({ database: { ...database, url } }, args, env));
    return {
      text: results.map(({ text }, index) => `shard ${index}: ${text}`).join('\n'),
      data: { shards: results.map(({ data }, shard) => ({ shard, ...data })) },
      isFinding: results.some(({ isFinding }) => isFinding),
    };
  };
}

/** Runs a command on the shard of the given id. */
export function onItsShard(command: Command): Command {
  return ({ database }, args, env) => {
    const urls = readShardUrls(env);
    const id = parseAnyPublicId(args[0] ?? '');
    const isKnown = id !== undefined && urls.length > 0;
    const url = isKnown ? urls[shardOf(id, urls.length)] : undefined;
    return command({ database: url === undefined ? database : { ...database, url } }, args, env);
  };
}
