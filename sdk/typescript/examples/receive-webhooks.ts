import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '../src/index.ts';

const secret = process.env.FLORIN_WEBHOOK_SECRET ?? '';

async function receive(request: IncomingMessage) {
  const { headers } = request;
  const event = await verifyWebhook({ secret, headers, body: await text(request) });
  console.log(`${event.type} of ${event.account_id}`);
}

const server = createServer((request, response) => {
  receive(request).then(
    () => response.writeHead(204).end(),
    () => response.writeHead(400).end(),
  );
});
server.listen(Number(process.env.PORT ?? 4242));
