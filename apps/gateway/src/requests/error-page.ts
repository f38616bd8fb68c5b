import type { Reply } from '@florin/contracts';
import type { TextReply } from '@florin/http-api';

/** What is below it is read by people, so failures are pages too. */
const PAGES_FOR_PEOPLE = '/pay/';

export function isForPeople(path: string): boolean {
  return path.startsWith(PAGES_FOR_PEOPLE);
}

/** A failure for people, when no service is there to draw it. It says nothing of the address. */
export function toErrorPage({ status, headers }: Reply): TextReply {
  const [title, advice] = wordsFor(status);
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    },
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${advice}</p>
</main>
</body>
</html>
`,
  };
}

function wordsFor(status: number): readonly [title: string, advice: string] {
  if (status >= 500)
    return [
      'Please try again in a moment',
      'Open the link again: it shows whether your payment has arrived, before you pay twice.',
    ];
  if (status === 404)
    return ['There is nothing here', 'The link is not complete: open it again from the message.'];
  return ['That did not work', 'Open the link again and retry. Nothing was paid.'];
}
