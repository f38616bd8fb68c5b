import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What it does with the next mails. */
export type Mood =
  | 'takes'
  /** Says neither yes nor no until it is told to. */
  | 'thinks'
  /** Takes a mail, and breaks the connection instead of saying so. */
  /** Takes two seconds for a mail. */
  | 'dawdles'
  | 'dies'
  | 'has no room';

export interface Taken {
  readonly to: string;
  readonly mail: Email;
}

/** A mail server outside, which can be in a bad mood. */
export async function startMailServer(port = 0) {
  const taken: Taken[] = [];
  const state: { mood: Mood } = { mood: 'takes' };
  const thinking: (() => void)[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], closeTimeout: 100 },
    onRcptTo({ address }, _session, done) {
      const isUnknown = address.startsWith('unknown');
      done(isUnknown ? Object.assign(new Error('nobody here'), { responseCode: 550 }) : null);
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
  /** Ends the connection of a session, without a word. */
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
    /** What it does from now on. */
    be(mood: Mood) {
      state.mood = mood;
    },
    /** Says yes to whatever it was thinking of. */
    answer() {
      for (const done of thinking.splice(0)) done();
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
