import { execFileSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { curlSample } from './curl.ts';
import type { SampleCall } from './model.ts';
import { pythonSample } from './python.ts';
import { typescriptSample } from './typescript.ts';

const body = {
  name: `O'Brien "&" $HOME \\ \`id\` \n Ü`,
  amount: 12_900,
  'odd name': [null, { ok: true }, []],
};
const call: SampleCall = {
  named: { group: ['test', 'things'], name: ['update'] },
  method: 'PATCH',
  path: '/v1/things/{thing_id}',
  pathValues: { thing_id: 'thg_1' },
  needsToken: true,
  takesKey: true,
  body,
  isStream: false,
};

describe('an example for a shell', () => {
  /** What curl would be called with. */
  const argumentsOf = (sample: string): readonly string[] =>
    execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${sample}`], {
      encoding: 'utf8',
      env: { FLORIN_URL: 'http://127.0.0.1', FLORIN_API_KEY: 'sk_test_1', HOME: '/root' },
    })
      .split('\0')
      .slice(0, -1);

  it('sends what it says, whatever is in the body', () => {
    const sent = argumentsOf(curlSample(call));
    expect(sent.slice(0, 3)).toEqual(['-X', 'PATCH', 'http://127.0.0.1/v1/things/thg_1']);
    expect(sent).toContain('Authorization: Bearer sk_test_1');
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual(body);
  });

  it('says no more than is needed', () => {
    const list = { ...call, method: 'GET', path: '/v1/things', needsToken: false, body: undefined };
    expect(curlSample(list)).toBe('curl "$FLORIN_URL/v1/things"');
  });
});

describe('an example for TypeScript', () => {
  it('sends what it says', async () => {
    const calls: unknown[] = [];
    const florin = { patch: async (...given: unknown[]) => calls.push(given) };
    const source = stripTypeScriptTypes(`async () => { ${typescriptSample(call)} }`);
    await new Function('florin', `return (${source})()`)(florin);
    expect(calls).toEqual([['/v1/things/{thing_id}', { path: { thing_id: 'thg_1' }, body }]]);
  });
});

describe('an example for Python', () => {
  it('says first what identifies a thing, then the rest by its name', () => {
    const { named = { group: [], name: [] } } = call;
    const sent = {
      from: '2026-01-31',
      ok: true,
      none: null,
      parts: [{ 'odd name': 1 }],
      empty: {},
    };
    expect(pythonSample(named, { ...call, body: sent })).toBe(`florin.test_things.update(
    "thg_1",
    from_="2026-01-31",
    ok=True,
    none=None,
    parts=[
        {
            "odd name": 1,
        },
    ],
    empty={},
)`);
    expect(pythonSample(named, { ...call, body: undefined })).toBe(
      'florin.test_things.update("thg_1")',
    );
  });
});
