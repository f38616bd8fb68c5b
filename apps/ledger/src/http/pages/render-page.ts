import type { TextReply } from '@florin/http-api';
import { type Html, html } from './html.ts';
import { STYLE, STYLE_SOURCE } from './style.ts';

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly main: Html;
  /** Looks again by itself after this. */
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

/** A whole page. It holds no script, and its policy allows none. */
export function renderPage({ status, title, main, refreshSeconds, leadsAway }: Page): TextReply {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
${refreshSeconds === undefined ? null : html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    `form-action 'self'${leadsAway ? ' https:' : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status,
    headers: {
      ...privacy,
      'Content-Type': 'text/html; charset=utf-8',
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
