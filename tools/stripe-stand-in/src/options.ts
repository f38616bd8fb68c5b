import { parseArgs } from 'node:util';
import { DEFAULT_KEY, type StandInOptions } from './start.ts';

const DEFAULT_PORT = '12111';

/** Reads the command line. @throws Error for invalid options. */
export function readOptions(args: readonly string[]): StandInOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: DEFAULT_PORT },
      webhook: { type: 'string' },
      secret: { type: 'string' },
      key: { type: 'string', multiple: true, default: [DEFAULT_KEY] },
      connected: { type: 'string', multiple: true, default: [] },
    },
  });
  const { webhook, secret } = values;
  if ((webhook === undefined) !== (secret === undefined))
    throw new Error('--webhook URL and --secret whsec_… go together');
  if (webhook !== undefined && new URL(webhook).hostname !== '127.0.0.1')
    throw new Error('--webhook: events are sent to 127.0.0.1 only');
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port: use a number from 0 to 65535');
  return {
    port,
    secretKeys: values.key,
    connected: values.connected,
    ...(webhook !== undefined && secret !== undefined && { webhook: { url: webhook, secret } }),
  };
}
