import { type Html, html, type TextReply } from '@florin/http-api';
import type { Locale } from './texts/locale.ts';

export interface Page {
  readonly locale: Locale;
  readonly status: number;
  readonly title: string;
  /** All that is between the header and the footer, with its heading. */
  readonly main: Html;
  /** What is said below everything. */
  readonly note?: Html | null;
  /** Looks again by itself after this; with a script it looks without drawing itself anew. */
  readonly refreshSeconds?: number;
  /** Its form may lead to another site. */
  readonly leadsAway?: boolean;
}

/**
 * What every answer under a payment link says: its address is a secret, so nobody keeps, indexes,
 * frames or passes it on.
 */
const privacy = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** A whole page. What it needs besides are two files of ours beside it, and nothing is inline. */
export function renderPage(page: Page): TextReply {
  const { locale, status, title, main, note = null, refreshSeconds, leadsAway } = page;
  const { markup } = html`<!doctype html>
<html lang="${locale.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
${
  refreshSeconds === undefined
    ? null
    : html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`
}
<title>${title}</title>
<link rel="stylesheet" href="./page.css">
<script src="./page.js" defer></script>
</head>
<body>
<main${refreshSeconds === undefined ? null : html` data-refresh="${refreshSeconds}"`}>
${main}
</main>
<footer>${note}<p>Florin</p></footer>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `form-action 'self'${leadsAway ? ' https:' : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status,
    headers: {
      ...privacy,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale.tag,
      'Content-Security-Policy': policy.join('; '),
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
    },
    text: markup,
  };
}

/** Sends the browser to read a page after it has posted a form. */
export function seeOther(location: string): TextReply {
  return { status: 303, headers: { ...privacy, Location: location }, text: '' };
}
