import { buildByGo } from '../go/build-by-go.ts';
import type { OnProgress } from '../running-server.ts';

/** Debian 12 has 2.9. */
const PROGRAM = {
  name: 'nats-server',
  module: 'github.com/nats-io/nats-server/v2',
  version: 'v2.15.2',
};

/** A NATS server newer than what Debian packages; built once, by Go. @throws Error when it is not. */
export function findCurrentNats(onProgress: OnProgress): Promise<string> {
  return buildByGo(PROGRAM, onProgress);
}
