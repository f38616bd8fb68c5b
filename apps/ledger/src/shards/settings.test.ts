import { toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { firstIdOf } from './place.ts';
import { onEachShard, onItsShard, readShardUrls, withFirstShard } from './settings.ts';

const urls = [0, 1, 2].map((index) => `postgres://a:b@127.0.0.1/ledger_${index}`);
const env = { LEDGER_SHARD_URLS: urls.join('\n') };
const config = { database: { url: 'postgres://one', poolSizeMax: 2 } };
const showUrl = async ({ database: { url } }: typeof config) => ({ text: url, data: { url } });

describe('the shards', () => {
  it('do not exist unless they are configured', () => {
    expect(readShardUrls({})).toEqual([]);
    expect(withFirstShard({ LEDGER_DATABASE_URL: 'kept' })).toEqual({
      LEDGER_DATABASE_URL: 'kept',
    });
  });

  it('keep their order, and shared tables are in the first', () => {
    expect(readShardUrls(env)).toEqual(urls);
    expect(withFirstShard(env).LEDGER_DATABASE_URL).toBe(urls[0]);
  });

  it.each([
    ['one alone', { LEDGER_SHARD_URLS: urls[0] }, 'must name several shards'],
    ['one twice', { LEDGER_SHARD_URLS: `${urls[0]} ${urls[0]}` }, 'must not name a shard twice'],
    ['an invalid Postgres URL', { LEDGER_SHARD_URLS: 'http://a http://b' }, 'LEDGER_SHARD_URLS'],
    ['a standby', { ...env, LEDGER_STANDBY_URL: 'postgres://c' }, 'LEDGER_STANDBY_URL'],
  ])('may not be %s', (_title, wrong, message) => {
    expect(() => readShardUrls(wrong)).toThrow(message);
  });
});

describe('a command', () => {
  it('runs on each, and reports on which', async () => {
    expect(await onEachShard(showUrl)(config, [], env)).toEqual({
      text: urls.map((url, index) => `shard ${index}: ${url}`).join('\n'),
      data: { shards: urls.map((url, shard) => ({ shard, url })) },
      isFinding: false,
    });
    expect((await onEachShard(showUrl)(config, [], {})).text).toBe(config.database.url);
  });

  it('about one id runs on its shard only', async () => {
    const id = toPublicId('paymentRequest', firstIdOf({ index: 2, count: 3 }));
    expect((await onItsShard(showUrl)(config, [id], env)).text).toBe(urls[2]);
    expect((await onItsShard(showUrl)(config, [id], {})).text).toBe(config.database.url);
  });
});
