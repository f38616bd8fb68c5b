import { type Html, html, type TextReply } from '@florin/http-api';

export interface PageDocument {
  readonly status: number;
  /** Language tag. */
  readonly tag: string;
  readonly title: string;
  /** Styles and scripts in the head, besides the title. */
  readonly head: Html;
  readonly body: Html;
  /** Additional directives of the Content-Security-Policy. */
  readonly policy: readonly string[];
  /** Source of pictures, besides embedded ones. */
  readonly pictures?: string;
  /** Whether the page is the same for everyone, and may be cached and indexed. */
  readonly isPublic?: boolean;
}

/** Headers of a page with a secret URL: no caching, indexing, framing or referrer. */
export const privacy = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** Embedded, so that error pages need no other request. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#14513f"/><path d="M11 25V8h12M11 16h9" stroke="#fff" stroke-width="3.4" fill="none"/></svg>',
)}`;

/** Renders a whole page with its headers. */
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

/** Redirects the browser to a page after it has posted a form. */
export function seeOther(location: string): TextReply {
  return { status: 303, headers: { ...privacy, Location: location }, text: '' };
}
