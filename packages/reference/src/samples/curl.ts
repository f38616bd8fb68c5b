import { filledPath, type SampleCall } from './model.ts';

/** The call as a shell makes it. */
export function curlSample(call: SampleCall): string {
  const { method, needsToken, body, isStream } = call;
  // A GET and, with a body, a POST go without saying.
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined);
  const parts = [
    `curl${isStream ? ' -N' : ''}${isUsual ? '' : ` -X ${method}`} "$FLORIN_URL${filledPath(call)}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $FLORIN_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return parts.join(' \\\n  ');
}
