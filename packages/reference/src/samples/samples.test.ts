import { execFileSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import type { Field, Model, Type } from '@florin/clients';
import { describe, expect, it } from 'vitest';
import { curlSample } from './curl.ts';
import { goSample } from './go.ts';
import type { ClientCall, SampleCall } from './model.ts';
import { pythonSample } from './python.ts';
import { typescriptSample } from './typescript.ts';

const body = {
  name: `O'Brien "&" $HOME \\ \`id\` \n Ü`,
  amount: 12_900,
  'odd name': [null, { ok: true }, []],
};
const part: Type = { kind: 'model', name: 'ThingPart' };
const text: Type = { kind: 'text' };
const field = (name: string, type: Type, isRequired = false): Field => ({
  ...{ name, type, isRequired, description: undefined },
});
const model = (name: string, fields: readonly Field[]): [string, Model] => [
  name,
  { name, description: undefined, fields, isAnswered: false },
];
const client: ClientCall = {
  group: ['test', 'things'],
  call: {
    ...{ operationId: 'updateTestThing', name: ['update'], summary: '', description: undefined },
    ...{ method: 'PATCH', path: '/v1/things/{thing_id}', pathNames: ['thing_id'] },
    query: undefined,
    body: { kind: 'model', name: 'ThingUpdate' },
    answer: { kind: 'json', type: { kind: 'model', name: 'Thing' } },
  },
  models: new Map([
    model('ThingUpdate', [
      field('from', text, true),
      field('ok', { kind: 'boolean' }),
      field('none', { kind: 'nullable', of: text }),
      field('parts', { kind: 'list', of: part }),
      field('empty', { kind: 'map', of: text }),
      field('how', { kind: 'choice', choice: { name: 'ThingHow', values: ['so', 'so_so'] } }),
    ]),
    model('ThingPart', [
      field('count', { kind: 'integer' }, true),
      field('most', { kind: 'integer' }),
    ]),
  ]),
};
const call: SampleCall = {
  client,
  method: 'PATCH',
  path: '/v1/things/{thing_id}',
  pathValues: { thing_id: 'thg_1' },
  needsToken: true,
  takesKey: true,
  body,
  isStream: false,
};

describe('an example for a shell', () => {
  /** Arguments of curl. */
  const argumentsOf = (sample: string): readonly string[] =>
    execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${sample}`], {
      encoding: 'utf8',
      env: { FLORIN_URL: 'http://127.0.0.1', FLORIN_API_KEY: 'sk_test_1', HOME: '/root' },
    })
      .split('\0')
      .slice(0, -1);

  it('sends exactly the sample, with any body', () => {
    const sent = argumentsOf(curlSample(call));
    expect(sent.slice(0, 3)).toEqual(['-X', 'PATCH', 'http://127.0.0.1/v1/things/thg_1']);
    expect(sent).toContain('Authorization: Bearer sk_test_1');
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual(body);
  });

  it('omits defaults', () => {
    const list = { ...call, method: 'GET', path: '/v1/things', needsToken: false, body: undefined };
    expect(curlSample(list)).toBe('curl "$FLORIN_URL/v1/things"');
  });
});

describe('an example for TypeScript', () => {
  it('sends the sample', async () => {
    const calls: unknown[] = [];
    const florin = { patch: async (...given: unknown[]) => calls.push(given) };
    const source = stripTypeScriptTypes(`async () => { ${typescriptSample(call)} }`);
    await new Function('florin', `return (${source})()`)(florin);
    expect(calls).toEqual([['/v1/things/{thing_id}', { path: { thing_id: 'thg_1' }, body }]]);
  });
});

const sent = {
  from: '2026-01-31',
  ok: true,
  none: null,
  parts: [{ count: 1, most: 2 }],
  empty: {},
  how: 'so_so',
};

describe('an example for Python', () => {
  it('passes IDs by position and the rest by name', () => {
    expect(pythonSample(client, { ...call, body: sent })).toBe(`florin.test_things.update(
    "thg_1",
    from_="2026-01-31",
    ok=True,
    none=None,
    parts=[
        {
            "count": 1,
            "most": 2,
        },
    ],
    empty={},
    how="so_so",
)`);
    expect(pythonSample(client, { ...call, body: undefined })).toBe(
      'florin.test_things.update("thg_1")',
    );
  });
});

describe('an example for Go', () => {
  it('uses the types of the client, formatted like gofmt', () => {
    const lines = [
      'testThing, err := client.TestThings.Update(ctx, "thg_1", florin.ThingUpdate{',
      '\tFrom: "2026-01-31",',
      '\tOk:   florin.Some(true),',
      '\tNone: florin.Null[string](),',
      '\tParts: florin.Some([]florin.ThingPart{',
      '\t\tflorin.ThingPart{',
      '\t\t\tCount: 1,',
      '\t\t\tMost:  florin.Some(int64(2)),',
      '\t\t},',
      '\t}),',
      '\tEmpty: florin.Some(map[string]string{}),',
      '\tHow:   florin.Some(florin.ThingHowSoSo),',
      '})',
    ];
    expect(goSample(client, { ...call, body: sent })).toBe(lines.join('\n'));
  });

  it('iterates over a list', () => {
    const { call: update, ...rest } = client;
    const list = {
      ...rest,
      call: { ...update, body: undefined, answer: { kind: 'pages', of: part } as const },
    };
    expect(goSample(list, { ...call, pathValues: {} })).toMatch(
      /^for testThing, err := range client\.TestThings\.Update\(ctx\) \{\n/,
    );
  });
});
