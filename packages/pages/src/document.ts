import { type Html, html, type TextReply } from '@florin/http-api';

export interface PageDocument {
  readonly status: number;
  /** Language tag. */
  readonly tag: string;
  readonly title: string;
  /** What the head has besides its title: styles and scripts. */
  readonly head: Html;
  readonly body: Html;
  /** What the page may do besides being shown: directives of a Content-Security-Policy. */
  readonly policy: readonly string[];
  /** Whence it shows pictures besides its own. */
  readonly pictures?: string;
  /** Anybody may keep and find it: it says the same to all. */
  readonly isPublic?: boolean;
}

/** Nobody keeps, indexes, frames or passes on what is for whoever has its address. */
export const privacy = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** Within the page, so that it is there where nothing else is. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#14513f"/><path d="M11 25V8h12M11 16h9" stroke="#fff" stroke-width="3.4" fill="none"/></svg>',
)}`;

/** A whole page as it is sent. */
export function renderDocument({
  status,
  tag,
  title,
  head,
  body,
  policy,
  pictures,
  isPublic = false,
}: PageDocument): TextReply {
  const { markup } = html`<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isPublic ? null : html`<meta name="robots" content="noindex, nofollow">\n`}<title>${title}</title>
<link rel="icon" href="${ICON}">
${head}
</head>
<body>
${body}
</body>
</html>
`;
  const directives = [
    "default-src 'none'",
    pictures === undefined ? 'img-src data:' : `img-src data: ${pictures}`,
    ...policy,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status,
    headers: {
      ...(isPublic ? {} : privacy),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': tag,
      'Content-Security-Policy': directives.join('; '),
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
