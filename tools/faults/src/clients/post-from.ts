import { Agent, type AgentOptions, request } from 'node:http';

const ANSWER_MS_MAX = 10_000;

/** Posts JSON through an agent; resolves to the status, or 0 for a broken connection. */
export function post(agent: Agent, url: string, body: object): Promise<number> {
  const text = JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  const { promise, resolve } = Promise.withResolvers<number>();
  const sending = request(url, { method: 'POST', agent, headers, timeout: ANSWER_MS_MAX });
  sending.once('response', (response) => {
    response
      .resume()
      .once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
  });
  sending.once('timeout', () => sending.destroy());
  sending.once('error', () => resolve(0));
  sending.end(text);
  return promise;
}

/** Connections from this local address. */
export function agentFrom(localAddress: string): Agent {
  // Not in the types of Agent, but it passes the option on to `net.connect`.
  const options: AgentOptions & { readonly localAddress: string } = {
    keepAlive: true,
    maxSockets: 1,
    localAddress,
  };
  return new Agent(options);
}
