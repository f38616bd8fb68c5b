import { type Html, html, type TextReply } from '@florin/http-api';
import { renderDocument } from '@florin/pages';
import type { PayLocale } from '../texts/languages.ts';

interface Page {
  readonly locale: PayLocale;
  readonly status: number;
  readonly title: string;
  /** Everything between header and footer, with its heading. */
  readonly main: Html;
  /** Text at the bottom. */
  readonly note?: Html | null;
  /** Reloads after this time; with a script, only when there is a result. */
  readonly refreshSeconds?: number;
  /** Other sites that its form may lead to, in CSP syntax. */
  readonly redirectSites?: string | undefined;
}

/** A complete page. It loads only two of Florin's own files and contains nothing inline. */
export function renderPage(page: Page): TextReply {
  const { locale, status, title, main, note = null, refreshSeconds, redirectSites } = page;
  const refreshes = refreshSeconds !== undefined;
  const head = html`${
    refreshes
      ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`
      : null
  }
<link rel="stylesheet" href="./page.css">
<script src="./page.js" defer></script>`;
  const body = html`<main${refreshes ? html` data-refresh="${refreshSeconds}"` : null}>
${main}
</main>
<footer>${note}<p>Florin</p></footer>`;
  const policy = [
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `form-action 'self'${redirectSites ? ` ${redirectSites}` : ''}`,
  ];
  return renderDocument({ status, tag: locale.tag, title, head, body, policy });
}
