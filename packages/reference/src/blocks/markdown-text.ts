import { type Html, html } from '@florin/http-api';
import MarkdownIt from 'markdown-it';
import { toSlug } from '../document/read-document.ts';

/** Markup within Markdown stays text, whoever has written it; a link leads to a page or to nothing. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

/** Tells where a link leads that is written in a text; undefined where there is nothing. */
export type ToAddress = (href: string) => string | undefined;

/** Of one text, while it is rendered. */
interface Environment {
  readonly toAddress: ToAddress;
  readonly slugs: Map<string, number>;
}

/** The library hands on what it is given, without its type. */
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
// Wide tables and long lines of code are scrolled by themselves, by keyboard too.
markdown.renderer.rules.table_open = () =>
  '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
// The corner of a table heads nothing.
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
// The reference loads nothing of others: what a picture shows is said by its text.
markdown.renderer.rules.image = (tokens, index) => html`${tokens[index]?.content ?? ''}`.markup;

/** A whole text. Its headings can be linked to. */
export function toHtml(text: string, toAddress: ToAddress): Html {
  return { markup: markdown.render(text, { toAddress, slugs: new Map() }) };
}

/** What stands within a line. */
export function toInlineHtml(text: string, toAddress: ToAddress): Html {
  return { markup: markdown.renderInline(text, { toAddress, slugs: new Map() }) };
}

export interface TextSection {
  /** Empty for what stands above the first heading. */
  readonly id: string;
  readonly level: number;
  readonly title: string;
  /** Without marks. */
  readonly text: string;
}

/** A text by its headings, for a table of contents and for the search. */
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

/** A text without marks, for titles and the search. */
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

/** Code that is scrolled by itself, by keyboard too. Line breaks stay, unlike in other text. */
export function codeBlock(text: string, language: string): Html {
  const lines = text.replace(/\n$/, '').split('\n');
  const markup = lines.map((line) => html`${line}`.markup).join('\n');
  return html`<div class="code"><pre tabindex="0" data-language="${language}"><code>${{ markup }}</code></pre></div>\n`;
}
