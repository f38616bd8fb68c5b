import { buildByGo } from '../go/build-by-go.ts';
import type { OnProgress } from '../running-server.ts';

/** Debian 12 has 2.9. */
const PROGRAM = {
  name: 'nats-server',
  module: 'github.com/nats-io/nats-server/v2',
  version: 'v2.15.2',
};

/** A NATS server newer than Debian's, built once with Go. @throws Error if the build fails */
export function findCurrentNats(onProgress: OnProgress): Promise<string> {
  return buildByGo(PROGRAM, onProgress);
}
