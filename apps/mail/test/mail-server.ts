import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Behavior for the next emails. */
export type Mood =
  | 'takes'
  /** Does not respond until released. */
  | 'thinks'
  /** Takes two seconds per email. */
  | 'dawdles'
  /** Accepts an email, and breaks the connection before it responds. */
  | 'dies'
  | 'has no room';

export interface Taken {
  readonly to: string;
  readonly mail: Email;
}

/** An external mail server with configurable faults. */
export async function startMailServer(port = 0) {
  const taken: Taken[] = [];
  const state: { mood: Mood } = { mood: 'takes' };
  const thinking: (() => void)[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], closeTimeout: 100 },
    onRcptTo({ address }, _session, done) {
      const isUnknown = address.startsWith('unknown');
      done(isUnknown ? Object.assign(new Error('unknown mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.mood === 'has no room') {
          done(Object.assign(new Error('later'), { responseCode: 452 }));
          return;
        }
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          for (const { address } of session.envelope.rcptTo) taken.push({ to: address, mail });
          if (state.mood === 'dies') broken(session.id);
          else if (state.mood === 'thinks') thinking.push(done);
          else if (state.mood === 'dawdles') setTimeout(done, 2_000);
          else done();
        });
      });
    },
  });
  /** Breaks the connection of a session without a response. */
  const broken = (id: string) => {
    for (const connection of server.connections)
      if ((connection as unknown as { id: string }).id === id)
        (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
  };
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    taken,
    /** Sets the behavior from now on. */
    be(mood: Mood) {
      state.mood = mood;
    },
    /** Accepts all emails that wait for a response. */
    answer() {
      for (const done of thinking.splice(0)) done();
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
