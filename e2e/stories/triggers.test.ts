import { type EventType, eventCatalogue } from '@florin/contracts';
import { rotatingShare } from '@florin/testing';
import { expect, it } from 'vitest';
import { connection } from '../../tools/cli/src/session/connection.ts';
import { makeHappen } from '../../tools/cli/src/trigger/command.ts';
import { baseUrl } from '../api.ts';
import { newOwner, type Person } from '../contract/people.ts';
import { logInAdmin } from '../contract/world.ts';

const timeoutMs = 600_000;
/** More parallel triggers would wait for each other's passwords. */
const AT_ONCE = 4;
/** A commit triggers a quarter of the events: each prepares its objects through the public API. */
const SHARES = 4;

/** Events that only administrators may trigger or see. */
const ofAdministrators: readonly string[] = [
  'account.suspended',
  'account.activated',
  'account.closed',
  'mail_suppression.removed',
];

const connectionOf = ({ email, token }: Person) =>
  connection(baseUrl(), { email }, async () => token);

it(
  'florin trigger causes each event of the catalogue',
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
