import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnNats } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { nkeys } from 'nats';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { connectEvents } from './connection.ts';
import type { NatsConfig } from './nats-config.ts';
import { NATS_ADMIN, natsUsers } from './rights.ts';
import { provisionStreams } from './streams.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'florin-log-in-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Starts a server with additional configuration; returns its host and port. */
async function start(further: string): Promise<string> {
  const storeDir = await mkdtemp(join(directory, 'nats-'));
  const port = await freePort();
  const server = await spawnNats({ storeDir, port, further });
  onTestFinished(() => server.stop());
  return `localhost:${port}`;
}

/** Whether a connection with this configuration succeeds and stays open. */
async function logsIn(nats: NatsConfig): Promise<boolean> {
  const connection = connectEvents(nats, 'ledger', () => {});
  const tried = eventually(async () => {
    if (connection.outage() === undefined) throw new Error('undecided');
  }).then(() => false);
  const isIn = await Promise.race([tried, connection.jetStream().then(() => true)]);
  tried.catch(() => {});
  await connection.close();
  return isIn;
}

it('with a token, and not with a wrong one', async () => {
  const place = await start('authorization { token: "right" }');
  expect(await logsIn({ url: `nats://right@${place}` })).toBe(true);
  expect(await logsIn({ url: `nats://wrong@${place}` })).toBe(false);
  expect(await logsIn({ url: `nats://${place}` })).toBe(false);
});

it('with a password that begins with a digit and contains URL characters', async () => {
  const password = '1:2@3/4#5%6';
  const place = await start(
    `authorization { user: ledger, password: ${JSON.stringify(password)} }`,
  );
  const url = (text: string) => `nats://ledger:${encodeURIComponent(text)}@${place}`;
  expect(await logsIn({ url: url(password) })).toBe(true);
  expect(await logsIn({ url: url('1') })).toBe(false);
});

it('over TLS if the certificate is from the configured CA, and not otherwise', async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  await writeFile(cert, made.cert);
  await writeFile(key, made.private);
  const place = await start(`tls { cert_file: "${cert}", key_file: "${key}" }`);
  expect(await logsIn({ url: `tls://${place}`, ca: made.cert })).toBe(true);
  expect(await logsIn({ url: `nats://${place}`, ca: made.cert })).toBe(true);
  expect(await logsIn({ url: `tls://${place}` })).toBe(false);
});

it.each([
  ['a URL that says so', { protocol: 'tls' }],
  ['a CA', { protocol: 'nats', ca: '-----BEGIN CERTIFICATE-----' }],
] as const)('sends nothing to a server without TLS, given %s', async (_, { protocol, ...more }) => {
  let heard = '';
  const server = createServer((socket) => {
    socket.write('INFO {"server_id":"x","version":"2.9.10","proto":1,"max_payload":1048576}\r\n');
    socket.on('data', (bytes) => {
      heard += bytes;
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const url = `${protocol}://ledger:secret@127.0.0.1:${port}`;
  expect(await logsIn({ url, ...more })).toBe(false);
  expect(heard).toBe('');
});

it('with a creds file, on a server with operator-signed users', async () => {
  const [operator, account, system] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
  ];
  const user = nkeys.createUser();
  const sign = (by: typeof operator, of: typeof operator, type: string, more: object = {}) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      ...{ jti: type, iat: 0, iss: by.getPublicKey(), sub: of.getPublicKey(), name: type },
      nats: { type, version: 2, ...more },
    };
    const text = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(claims)}`;
    return `${text}.${Buffer.from(by.sign(Buffer.from(text))).toString('base64url')}`;
  };
  const all = { subs: -1, conn: -1, leaf: -1, imports: -1, exports: -1, data: -1, payload: -1 };
  const limits = { ...all, wildcards: true };
  const place = await start(`operator: ${sign(operator, operator, 'operator')}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload {
  ${account.getPublicKey()}: ${sign(operator, account, 'account', { limits })}
  ${system.getPublicKey()}: ${sign(operator, system, 'account', { limits })}
}`);
  const credsOf = (jwt: string) => `-----BEGIN NATS USER JWT-----
${jwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${new TextDecoder().decode(user.getSeed())}
------END USER NKEY SEED------
`;
  const userLimits = { subs: -1, data: -1, payload: -1 };
  const creds = credsOf(sign(account, user, 'user', userLimits));
  expect(await logsIn({ url: `nats://${place}`, creds })).toBe(true);
  expect(await logsIn({ url: `nats://${place}` })).toBe(false);
  const forged = credsOf(sign(nkeys.createAccount(), user, 'user', userLimits));
  expect(await logsIn({ url: `nats://${place}`, creds: forged })).toBe(false);
});

it('a store from before NATS had users keeps its streams and messages', async () => {
  const place = { storeDir: await mkdtemp(join(directory, 'nats-')), port: await freePort() };
  const open = await spawnNats(place);
  await provisionStreams({ url: open.url }, ['ledger']);
  const before = connectEvents({ url: open.url }, 'ledger', () => {});
  await (await before.jetStream()).client.publish('florin.ledger.thing.changed', 'kept');
  await before.close();
  await open.stop();
  const closed = await spawnNats({ ...place, users: natsUsers(() => 'secret') });
  onTestFinished(() => closed.stop());
  await provisionStreams({ url: closed.url }, ['ledger']);
  expect(closed.url).toContain(NATS_ADMIN);
  const after = connectEvents({ url: closed.url }, 'admin', () => {});
  const { manager } = await after.jetStream();
  expect((await manager.streams.info('florin_ledger')).state.messages).toBe(1);
  await after.close();
});
