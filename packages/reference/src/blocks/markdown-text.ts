import { type Html, html } from '@florin/http-api';
import MarkdownIt from 'markdown-it';
import { toSlug } from '../document/read-document.ts';

/** HTML inside Markdown stays text, and unresolved links become plain text. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** Resolves a link in a text; undefined if it has no target. */
export type ToAddress = (href: string) => string | undefined;

/** State while rendering one text. */
interface Environment {
  readonly toAddress: ToAddress;
  readonly slugs: Map<string, number>;
}

/** The library passes it through without its type. */
const environmentOf = (env: unknown) => env as Environment;

markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const href = token?.attrGet('href');
  const address = href && environmentOf(env).toAddress(String(href));
  if (token) token.attrs = address ? [['href', address]] : null;
  return self.renderToken(tokens, index, options);
};
markdown.renderer.rules.heading_open = (tokens, index, options, env, self) => {
  const text = tokens[index + 1]?.content ?? '';
  tokens[index]?.attrSet('id', uniqueSlug(text, environmentOf(env).slugs));
  return self.renderToken(tokens, index, options);
};
// Wide tables and long code lines scroll on their own, also by keyboard.
markdown.renderer.rules.table_open = () =>
  '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
// An empty corner cell is not a header.
markdown.renderer.rules.th_open = (tokens, index) =>
  tokens[index + 1]?.content === '' ? '<td>' : '<th scope="col">';
markdown.renderer.rules.th_close = (tokens, index) =>
  tokens[index - 1]?.content === '' ? '</td>' : '</th>';
markdown.renderer.rules.table_close = () => '</table></div>\n';
markdown.renderer.rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  return codeBlock(content, info.trim().split(/\s/)[0] || 'text').markup;
};
markdown.renderer.rules.code_block = (tokens, index) =>
  codeBlock(tokens[index]?.content ?? '', 'text').markup;
// The reference loads no external pictures; it shows their alternative text.
markdown.renderer.rules.image = (tokens, index) => html`${tokens[index]?.content ?? ''}`.markup;

/** Renders Markdown, with linkable headings. */
export function toHtml(text: string, toAddress: ToAddress): Html {
  return { markup: markdown.render(text, { toAddress, slugs: new Map() }) };
}

/** Renders inline Markdown. */
export function toInlineHtml(text: string, toAddress: ToAddress): Html {
  return { markup: markdown.renderInline(text, { toAddress, slugs: new Map() }) };
}

export interface TextSection {
  /** Empty for text before the first heading. */
  readonly id: string;
  readonly level: number;
  readonly title: string;
  /** Plain text. */
  readonly text: string;
}

/** Splits a text at its headings, for the table of contents and the search. */
export function toSections(text: string): readonly TextSection[] {
  const tokens = markdown.parse(text, {});
  const slugs = new Map<string, number>();
  const sections = [{ id: '', level: 1, title: '', texts: [] as string[] }];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = tokens[index + 1];
      sections.push({
        id: uniqueSlug(title?.content ?? '', slugs),
        level: Number(token.tag.slice(1)),
        title: plain(title?.children ?? []),
        texts: [],
      });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
      sections.at(-1)?.texts.push(plain(token.children ?? []));
    else if (token.type === 'fence') sections.at(-1)?.texts.push(token.content);
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(' ') }));
}

/** Strips Markdown, for titles and the search. */
export function toPlain(text: string): string {
  return toSections(text)
    .flatMap(({ title, text: own }) => [title, own])
    .filter((part) => part !== '')
    .join(' ');
}

interface Piece {
  readonly type: string;
  readonly content: string;
}

function plain(pieces: readonly Piece[]): string {
  return pieces.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

function uniqueSlug(text: string, slugs: Map<string, number>): string {
  const slug = toSlug(text) || 'section';
  const count = slugs.get(slug) ?? 0;
  slugs.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count + 1}`;
}

/** A code block that scrolls on its own, also by keyboard. Keeps line breaks, unlike `html`. */
export function codeBlock(text: string, language: string): Html {
  const lines = text.replace(/\n$/, '').split('\n');
  const markup = lines.map((line) => html`${line}`.markup).join('\n');
  return html`<div class="code"><pre tabindex="0" data-language="${language}"><code>${{ markup }}</code></pre></div>\n`;
}
