import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDocuments, checkProtos } from './check.ts';
import { protosDir } from './places.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'florin-contracts-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const CHARGES = 'ledger/v1/charges.proto';

/** Today's contracts between services with one change. */
function changeProto(from: RegExp, to: string): string[] {
  cpSync(protosDir, directory, { recursive: true });
  const path = join(directory, CHARGES);
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
  return checkProtos(protosDir, directory);
}

describe('contracts between services', () => {
  it('are compared with themselves without a finding', () => {
    expect(checkProtos(protosDir, protosDir)).toEqual([]);
  });

  it.each([
    ['a field removed', / {2}string reference = \d+;\n/, '', 'was deleted'],
    ['a field renamed', /string reference =/, 'string remark =', 'changed name'],
    ['a field of another type', /string reference =/, 'int64 reference =', 'changed type'],
    ['an RPC removed', / {2}rpc Charge\(.*\n/, '', 'RPC "Charge"'],
    ['a package renamed', /florin\.ledger\.v1/, 'florin.ledger.v2', 'ChargesService'],
    ['a name that is not in style', /string reference =/, 'string theReference =', 'snake_case'],
    ['a field without a description', / {2}\/\/ .*\n( {2}string key =)/, '$1', 'comment'],
  ])('object to %s', (_what, from, to, problem) => {
    expect(changeProto(from, to).join('\n')).toContain(problem);
  });

  it('allow a new field', () => {
    expect(
      changeProto(/message ChargeReply \{/, '$&\n  // For people.\n  string note = 99;'),
    ).toEqual([]);
  });
});

describe('documents of apps', () => {
  it('object to a missing document', () => {
    writeFileSync(join(directory, 'ledger.json'), '{"paths":{}}');
    expect(checkDocuments(directory, directory)).toEqual(['ledger: its openapi.json is gone']);
  });

  it('name the app that lost something', () => {
    mkdirSync(join(directory, 'apps/ledger'), { recursive: true });
    mkdirSync(join(directory, 'old'));
    writeFileSync(join(directory, 'apps/ledger/openapi.json'), '{"paths":{}}');
    writeFileSync(
      join(directory, 'old/ledger.json'),
      '{"paths":{"/v1/things":{"get":{"responses":{}}}}}',
    );
    expect(checkDocuments(join(directory, 'old'), join(directory, 'apps'))).toEqual([
      'ledger: GET /v1/things: was removed',
    ]);
  });
});
