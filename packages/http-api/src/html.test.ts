import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes values for text and attributes', () => {
  expect(html`<b title="${`"'<>&`}">${'<script>'}</b>`.markup).toBe(
    '<b title="&quot;&#39;&lt;&gt;&amp;">&lt;script&gt;</b>',
  );
});

it('keeps markup, joins lists, and leaves nothing for null', () => {
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${null}${0}`.markup).toBe('<ul><li>a</li><li>&lt;</li></ul>0');
});

it('shows what would turn text around, or is not seen', () => {
  const stored = 'a\u202egnp.exe\u2069 \u0000\u001b\u009b\u007f b\tc\nd שלום\u200f!';
  expect(html`<b title="${stored}">${stored}</b>`.markup).toBe(
    `<b title="${'?'}">${'?'}</b>`.replaceAll(
      '?',
      'a\ufffdgnp.exe\ufffd \ufffd\ufffd\ufffd\ufffd b c d שלום\u200f!',
    ),
  );
});

it('lets nothing that was put in begin a tag or end an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(html`${text}`.markup).not.toMatch(/[<>"']/);
    }),
  );
});
