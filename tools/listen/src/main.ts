/**
 * Shows the events of a running Florin as they happen, or sends them on:
 *
 *   npm run listen -- --since 1h --forward http://localhost:3000/hook
 */
import { openFlorin, type ShownEvent } from './florin.ts';
import { makeForward, makeSecret } from './forward.ts';
import { listen } from './listen.ts';
import { parseOptions, usage } from './options.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);
const show = (line: string) => process.stdout.write(`${line}\n`);

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopped.abort());

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(`listen  ${error instanceof Error ? error.message : error}`);
  return 1;
});
process.exit();

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    show(usage);
    return 0;
  }
  const { since, type, account, forward, secret = makeSecret() } = parseOptions(args);
  const { FLORIN_URL, FLORIN_PORT, FLORIN_API_KEY, FLORIN_ADMIN_EMAIL, FLORIN_ADMIN_PASSWORD } =
    process.env;
  const url = (FLORIN_URL || `http://127.0.0.1:${FLORIN_PORT || 8080}`).replace(/\/+$/, '');
  const florin = openFlorin({
    url,
    apiKey: FLORIN_API_KEY || undefined,
    email: FLORIN_ADMIN_EMAIL || 'admin@florin.local',
    password: FLORIN_ADMIN_PASSWORD || 'florin-admin-pass',
  });
  say(`listening to ${url}; Ctrl-C ends it`);
  if (forward) say(`forwarding to ${forward}, signed with ${secret}`);
  const send = forward === undefined ? undefined : makeForward(forward, secret);
  const filter = { ...(type && { type }), ...(account && { account_id: account }) };
  const take = async (event: ShownEvent) => {
    show(send ? `${lineOf(event)}  ${await send(event)}` : JSON.stringify(event));
  };
  await listen(florin, { since, filter }, take, say, stopped.signal);
  return 0;
}

function lineOf({ created_at, account_id, sequence, type, id }: ShownEvent): string {
  return `${created_at}  ${account_id ?? 'no account'} ${sequence ?? '-'}  ${type}  ${id}`;
}
