import { type Html, html } from '@florin/http-api';

/** URLs of scripts and styles. */
export interface Assets {
  readonly style: string;
  readonly script: string;
}

/** Everything around the content of a page. */
export interface Frame {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly navigation: Html;
  readonly content: readonly Html[];
  /** Table of contents; empty on short pages. */
  readonly contents: readonly { readonly id: string; readonly title: string }[];
  /** Search query. */
  readonly query: string;
  readonly assets: Assets;
}

export function frameHead({ path, description, assets }: Frame): Html {
  return html`<meta name="description" content="${description}">
<link rel="alternate" type="text/markdown" href="${path}.md">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>`;
}

export function frameBody({ path, navigation, content, contents, query }: Frame): Html {
  return html`<a class="skip" href="#content">Skip to content</a>
<header>
<div class="bar"><a class="open" href="#menu">Menu</a><a class="brand" href="/docs">Florin <span>docs</span></a>
<form class="find" role="search" action="/docs/search"><label for="find">Search the documentation</label><input id="find" name="q" type="search" value="${query}" placeholder="Search" maxlength="200" autocomplete="off" aria-keyshortcuts="/ Control+K Meta+K"><kbd aria-hidden="true">/</kbd></form>
<a class="console" href="/console">Console</a></div>
</header>
<div class="house">
<nav id="menu" aria-label="Documentation">${navigation}<p class="close"><a href="#content">Close the menu</a></p></nav>
<main id="content" tabindex="-1">${content}<footer><p><a href="${path}.md">This page as Markdown</a></p></footer></main>
${
  contents.length < 2
    ? null
    : html`<nav class="page" aria-label="On this page"><h2>On this page</h2><ul>${contents.map(
        ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
      )}</ul></nav>`
}</div>`;
}
