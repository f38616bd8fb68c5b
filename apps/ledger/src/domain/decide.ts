import type { Command } from './command.ts';
import { decideCreate } from './decide-create.ts';
import { decideCancel, decideCapture, decideExpire, decideSettle } from './decide-hold.ts';
import { decideUpdate } from './decide-update.ts';
import { type Decision, type Ground, refuse } from './decision.ts';

/** What becomes of a command, from what was read under the account's lock. Pure. */
export function decide(ground: Ground, command: Command): Decision {
  if (command.kind === 'create') return decideCreate(ground, command);
  const { target } = ground;
  if (!target) return refuse('not_found', 'there is no transaction with this id');
  switch (command.kind) {
    case 'capture':
      return decideCapture(ground, target, command.amount);
    case 'cancel':
      return decideCancel(ground, target);
    case 'settle':
      return decideSettle(ground, target);
    case 'expire':
      return decideExpire(ground, target);
    case 'update':
      return decideUpdate(ground, target, command);
    default:
      return command satisfies never;
  }
}
