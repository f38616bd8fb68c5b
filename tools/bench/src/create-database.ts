import { queryOnce } from '@florin/system-kit';

/** An empty database on this Postgres; replaces one from an earlier run. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await queryOnce(serverUrl, `drop database if exists ${name} with (force)`);
  await queryOnce(serverUrl, `create database ${name}`);
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
