import { type EventType, eventCatalogue } from '@florin/contracts';
import { rotatingShare } from '@florin/testing';
import { expect, it } from 'vitest';
import { connection } from '../../tools/cli/src/session/connection.ts';
import { makeHappen } from '../../tools/cli/src/trigger/command.ts';
import { baseUrl } from '../api.ts';
import { newOwner, type Person } from '../contract/people.ts';
import { logInAdmin } from '../contract/world.ts';

const timeoutMs = 600_000;
/** More at once would wait for each other's passwords. */
const AT_ONCE = 4;
/** One commit triggers half of the events: each prepares its objects by the public API. */
const SHARES = 4;

/** What only an administrator may do, or sees. */
const ofAdministrators: readonly string[] = [
  'account.suspended',
  'account.activated',
  'account.closed',
  'mail_suppression.removed',
];

const connectionOf = ({ email, token }: Person) =>
  connection(baseUrl(), { email }, async () => token);

it(
  'florin trigger makes each event of the catalogue happen',
  async () => {
    const [owner, admin] = await Promise.all([newOwner(), logInAdmin()]);
    const types = rotatingShare(Object.keys(eventCatalogue) as EventType[], SHARES);
    const waiting = [...types];
    const arrived: string[] = [];
    const failed: string[] = [];
    async function work(): Promise<void> {
      for (let type = waiting.shift(); type; type = waiting.shift()) {
        const said: string[] = [];
        const who = ofAdministrators.includes(type) ? admin : owner;
        const event = await makeHappen(connectionOf(who), type, (line) => said.push(line)).catch(
          (error: unknown) => void failed.push(`${type}: ${error} after ${said.join('; ')}`),
        );
        if (event && said.length > 0) arrived.push(event.type);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(failed).toEqual([]);
    expect(arrived.toSorted()).toEqual(types.toSorted());
  },
  timeoutMs,
);
