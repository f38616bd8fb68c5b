import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Rules {
  readonly faultsOf: (text: object) => readonly { readonly line: number; readonly words: string }[];
}
interface Texts {
  readonly textsOf: (path: string, source: string) => readonly object[];
}
const { faultsOf }: Rules = await import(join(import.meta.dirname, 'rules.mjs'));
const { textsOf }: Texts = await import(join(import.meta.dirname, 'texts.mjs'));
const faultsIn = (path: string, source: string) =>
  textsOf(path, source)
    .flatMap(faultsOf)
    .map(({ line, words }) => `${path}:${line} “${words}”`);

const SCRIPT = join(import.meta.dirname, '../check-style.mjs');
const BAD = '/** What a plan costs. */\n';
const GOOD = '/** Price of a plan. */\n';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'florin-style-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

function run() {
  const result = spawnSync(process.execPath, [SCRIPT], { cwd: dir, encoding: 'utf8' });
  return { status: result.status, stderr: result.stderr, stdout: result.stdout };
}

describe('finds', () => {
  it.each([
    ['an opening What in a doc comment', 'a.ts', '\n/** What a plan costs. */', 'a.ts:2 “What”'],
    ['one in a line comment', 'a.tsx', 'f(); // Whoever asks is refused.', 'a.tsx:1 “Whoever”'],
    ['one in a later sentence', 'a.mjs', '// It is fast.\n// Of all, one wins.', 'a.mjs:2 “Of”'],
    ['one in a paragraph', 'a.md', 'Fast. By which\nnode it runs.', 'a.md:1 “By”'],
    ['one in a list', 'a.md', '- one\n- what a plan costs', 'a.md:2 “what”'],
    ['one in a table', 'a.md', '| a |\n| - |\n| what a plan costs |', 'a.md:3 “what”'],
    ['one across lines', 'a.md', 'That\nwhich is due.\n', 'a.md:1 “That which”'],
    ['one in a summary', 'a.ts', "x({ summary: 'Who may read it' });", 'a.ts:1 “Who”'],
    ['one in a description', 'a.ts', "x.describe('What it costs, in cents.');", 'a.ts:1 “What”'],
    ['one in the help of a metric', 'a.ts', "gauge('x', 'Whose turn it is.');", 'a.ts:1 “Whose”'],
    ['a word in an error', 'a.ts', "throw new AppError('x', 'nobody asked');", 'a.ts:1 “nobody”'],
    ['one in a string that goes on', 'a.ts', "help: 'a b ' +\n 'is told';", 'a.ts:2 “told”'],
    ['one in a template', 'a.ts', `new Error(\`\${name} tells it\`)`, 'a.ts:1 “tells”'],
    ['one in a heading', 'a.md', '# Services tell of it', 'a.md:1 “tell of”'],
    ['words across lines', 'a.ts', '/* Rows of\n before. */', 'a.ts:1 “of before”'],
    ['a long comment', 'a.ts', '/**\n * One.\n * Two.\n * Three.\n */', 'a comment of 3 lines'],
    ['one in a contract', 'a.proto', '// What it costs.\nint64 a = 1;', 'a.proto:1 “What”'],
    [
      'one in a setting',
      'a.yml',
      'a:\n  # Whoever asks\n  # reads it.\n  b: 1',
      'a.yml:2 “Whoever”',
    ],
    ['one beside a setting', 'Dockerfile', 'ENV a=1 # It is told.', 'Dockerfile:1 “told”'],
    ['one in the summary of an alert', 'a.yaml', '  summary: It tells of it', 'a.yaml:1 “tells”'],
    ['long line comments', 'a.ts', '// One.\n// Two.\n// Three.', 'a comment of 3 lines'],
  ])('%s', (_, path, text, expected) => {
    expect(faultsIn(path, text)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    ...['Anew', 'Somebody came', 'so many rows', 'it stands in a row', 'it is due to it'],
    ...['what it is for', 'it leads to nowhere', 'found by whatever', 'whoever asks'],
  ])('flags the words of "%s"', (text) => {
    expect(faultsIn('a.md', `Here: ${text}`)).toHaveLength(1);
  });

  it.each([
    ['a question', 'a.md', '**What happens when a charge fails?** It is retried.'],
    ['a heading', 'a.md', '## What you need before you start'],
    ['the head of a table', 'a.md', '| what it does | where |\n| --- | --- |\n| gateway | here |'],
    ['an adverb', 'a.ts', '// By default there are two. Of course it is fast.'],
    ['a clause of another word', 'a.md', 'How it works. Where it runs. When it ends.'],
    ['code in Markdown', 'a.md', '`told` is\n\n```ts\n// What is told.\n```\n'],
    ['the target of a link', 'a.md', '[Publishing](docs/0035-who-publishes-is-told.md) events'],
    ['code of a template', 'a.ts', `new Error(\`\${told} is missing\`)`],
    ['a string that no reader sees', 'a.ts', "const sql = 'select told'; // Rows."],
    ['slashes in a string', 'a.ts', "get('http://What is told');"],
    ['slashes in a regular expression', 'a.ts', 'x.match(/[\'"]\\/\\/ What is told/);'],
    ['a long comment of a contract', 'a.proto', '// One.\n// Two.\n// Three.'],
    ['a long comment with its decision', 'a.ts', '// One.\n// Two.\n// See decision 12.'],
    ['the tags of a doc comment', 'a.ts', '/**\n * One.\n * @param a b\n * @throws c\n */'],
  ])('does not flag %s', (_, path, text) => {
    expect(faultsIn(path, text)).toEqual([]);
  });
});

it('exempts generated files, releases, the changelog, the guide and other packages', () => {
  const bad = 'It is told.';
  write({
    'docs/faults.md': `Written by \`npm run faults\`; do not edit it.\n\n${bad}`,
    'src/gen/a.ts': BAD,
    'contracts/released/a.md': bad,
    'sdk/go/CHANGELOG.md': bad,
    'docs/style.md': bad,
    'apps/a/node_modules/b/README.md': bad,
  });
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  write({ 'docs/faults.md': bad });
  expect(run().stderr).toContain('docs/faults.md:1 “told”');
});

it('prints at most twenty lines, and how to fix them', () => {
  write({ 'a.md': '- It is told.\n'.repeat(50) });
  const lines = run().stderr.trim().split('\n');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toMatch(/^30 more lines.*docs\/style\.md/);
});

it('passes plain texts', () => {
  write({ 'apps/a/x.ts': GOOD });
  expect(run()).toMatchObject({ status: 0, stderr: '' });
});
