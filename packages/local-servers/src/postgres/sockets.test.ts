import { describe, expect, it } from 'vitest';
import { overSocket, quoteFolder, socketFolderOf } from './sockets.ts';

describe('the folder of sockets', () => {
  it('is that of the data, as long as the system takes its path', () => {
    expect(socketFolderOf('/data/postgres', 'linux')).toBe('/data/postgres');
    const longest = `/${'d'.repeat(103 - '//.s.PGSQL.65535'.length)}`;
    expect(socketFolderOf(longest, 'darwin')).toBe(longest);
    expect(socketFolderOf(`${longest}d`, 'darwin')).toBeUndefined();
    expect(socketFolderOf(`/${'\u00e9'.repeat(50)}`, 'linux')).toBeUndefined();
  });

  it('is none on Windows', () => {
    expect(socketFolderOf('/data/postgres', 'win32')).toBeUndefined();
  });
});

it('keeps what a URL says of the database, its port included', () => {
  const url = 'postgres://postgres:a%20b@127.0.0.1:5433/florin';
  expect(overSocket(url, '/my data/postgres')).toBe(`${url}?host=%2Fmy%20data%2Fpostgres`);
  expect(overSocket(url, undefined)).toBe(url);
});

it('is one folder to Postgres, whatever its name', () => {
  expect(quoteFolder('/a, "b"/postgres')).toBe('"/a, ""b""/postgres"');
  expect(quoteFolder(undefined)).toBe('');
});
