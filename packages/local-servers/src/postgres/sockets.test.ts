import { describe, expect, it } from 'vitest';
import { overSocket, quoteFolder, socketFolderOf } from './sockets.ts';

describe('the socket folder', () => {
  it('is the data folder, if the system allows its path', () => {
    expect(socketFolderOf('/data/postgres', 'linux')).toBe('/data/postgres');
    const longest = `/${'d'.repeat(103 - '//.s.PGSQL.65535'.length)}`;
    expect(socketFolderOf(longest, 'darwin')).toBe(longest);
    expect(socketFolderOf(`${longest}d`, 'darwin')).toBeUndefined();
    expect(socketFolderOf(`/${'\u00e9'.repeat(50)}`, 'linux')).toBeUndefined();
  });

  it('does not exist on Windows', () => {
    expect(socketFolderOf('/data/postgres', 'win32')).toBeUndefined();
  });
});

it("preserves the database's URL, including its port", () => {
  const url = 'postgres://postgres:a%20b@127.0.0.1:5433/florin';
  expect(overSocket(url, '/my data/postgres')).toBe(`${url}?host=%2Fmy%20data%2Fpostgres`);
  expect(overSocket(url, undefined)).toBe(url);
});

it('is a single folder to Postgres, whatever its name', () => {
  expect(quoteFolder('/a, "b"/postgres')).toBe('"/a, ""b""/postgres"');
  expect(quoteFolder(undefined)).toBe('');
});
