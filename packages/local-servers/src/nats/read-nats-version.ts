import { readGreeting } from './read-greeting.ts';

const GREETING_MS_MAX = 10_000;

/** Version of the NATS server at this port. */
export async function readNatsVersion(port: number): Promise<string> {
  const greeting = await readGreeting(port, GREETING_MS_MAX);
  return /"version":"([^"]+)"/.exec(greeting)?.[1] ?? 'unknown';
}
