import { startRelay as start } from '../../../../../packages/events/src/publishing/relay.ts';
import { changeMember } from '../change-member.ts';
import { isDeadly } from '../deadly-events.ts';

/** Shorter than a relay's lease: the next process finds the event older, and survives. */
const DEADLY_MS = 3_000;

/**
 * Ends the process after JetStream has stored a deadly event, before the outbox marks it as
 * published.
 */
export const startRelay: typeof start = (db, service, connection, onError) => {
  const jetStream = async () => {
    const { client, manager } = await connection.jetStream();
    const dying = changeMember(client, 'publish', (publish) => async (subject, body, options) => {
      const acknowledged = await publish(subject, body, options);
      if (endsItsRelay(body)) process.kill(process.pid, 'SIGKILL');
      return acknowledged;
    });
    return { client: dying, manager };
  };
  return start(db, service, { ...connection, jetStream }, onError);
};

/** A message has one event a line. */
function endsItsRelay(body: unknown): boolean {
  if (!(body instanceof Uint8Array)) return false;
  return new TextDecoder().decode(body).split('\n').some(isDeadlyNow);
}

function isDeadlyNow(line: string): boolean {
  const event = JSON.parse(line);
  const ageMs = Date.now() - Date.parse(event.created_at);
  return isDeadly(event.data.object.reference) && ageMs < DEADLY_MS;
}
