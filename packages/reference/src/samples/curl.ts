import { filledPath, type SampleCall } from './model.ts';

/** The call with curl. */
export function curlSample(call: SampleCall): string {
  const { method, needsToken, body, isStream } = call;
  // GET, and POST with a body, are curl's defaults.
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
