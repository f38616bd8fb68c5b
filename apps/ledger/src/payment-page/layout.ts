import { type Html, html, type TextReply } from '@florin/http-api';
import { renderDocument } from '@florin/pages';
import type { PayLocale } from './texts/languages.ts';

interface Page {
  readonly locale: PayLocale;
  readonly status: number;
  readonly title: string;
  /** All that is between the header and the footer, with its heading. */
  readonly main: Html;
  /** What is said below everything. */
  readonly note?: Html | null;
  /** Looks again by itself after this; with a script it looks without drawing itself anew. */
  readonly refreshSeconds?: number;
  /** The other sites that its form may lead to, as a policy has them. */
  readonly leadsAway?: string | undefined;
}

/** A whole page. What it needs besides are two files of ours beside it, and nothing is inline. */
export function renderPage(page: Page): TextReply {
  const { locale, status, title, main, note = null, refreshSeconds, leadsAway } = page;
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
    `form-action 'self'${leadsAway ? ` ${leadsAway}` : ''}`,
  ];
  return renderDocument({ status, tag: locale.tag, title, head, body, policy });
}
