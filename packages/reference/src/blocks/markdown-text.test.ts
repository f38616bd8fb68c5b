import { describe, expect, it } from 'vitest';
import { codeBlock, toHtml, toInlineHtml, toPlain, toSections } from './markdown-text.ts';

const same = (href: string) => href;

describe('foreign text', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '`<b>`',
    '    <style>*{}</style>',
    '```"><script>\n</code><script>\n```',
    '| <td onclick=x> |\n| --- |\n| <br> |',
  ])('stays text: %s', (text) => {
    const made = [toHtml(text, same), toInlineHtml(text, same)].map(({ markup }) => markup).join();
    expect(made).not.toMatch(/<(?:script|img|style|b|br)\b|<a href="javascript|<td onclick/);
    expect(made).toContain('&lt;');
  });

  it.each(['[x](javascript:alert(1))', '[x](data:text/html,x)', '[x](vbscript:x)'])(
    'leads to no script: %s',
    (text) => {
      expect(toHtml(text, same).markup).not.toContain('<a');
    },
  );

  it('cannot break out of an attribute in a link', () => {
    const { markup } = toHtml('[x](https://a.example/"onclick=x)', same);
    expect(markup).not.toMatch(/"\s*onclick/);
  });

  it('loads no picture', () => {
    const { markup } = toHtml('![of a cat](https://elsewhere.example/cat.png)', same);
    expect(markup).toBe('<p>of a cat</p>\n');
  });

  it('keeps any lines of code', () => {
    expect(codeBlock('</code>\n  b\n', 'x" y="').markup).toBe(
      '<div class="code"><pre tabindex="0" data-language="x&quot; y=&quot;"><code>&lt;/code&gt;\n  b</code></pre></div>\n',
    );
  });
});

it('renders no empty column header', () => {
  const { markup } = toHtml('| | status |\n| --- | --- |\n| a | b |', same);
  expect(markup).toContain('<td></td><th scope="col">status</th>');
});

it('gives each heading a unique fragment, the same for page and search', () => {
  const text = '## Verify it\n\nBy `sha256`.\n\n## Verify it\n\nAgain,\nlater.';
  expect(toHtml(text, same).markup.match(/id="[^"]+"/g)).toEqual([
    'id="verify-it"',
    'id="verify-it-2"',
  ]);
  expect(toSections(text).map(({ id, text: own }) => [id, own])).toEqual([
    ['', ''],
    ['verify-it', 'By sha256.'],
    ['verify-it-2', 'Again, later.'],
  ]);
  expect(toPlain('A **strong** [link](x).')).toBe('A strong link.');
});
