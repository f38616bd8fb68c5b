import type { Answer } from '@florin/testing';
import { newOwner, type Owner } from './people.ts';

const ACCOUNTS_MAX = 20;

/**
 * The conflict of a request while its account is being closed, before its token is revoked. That
 * moment is short: accounts are closed until a request falls into it.
 */
export async function whileClosing(send: (owner: Owner) => Promise<Answer>): Promise<Answer> {
  let last: Answer | undefined;
  for (let accounts = 0; accounts < ACCOUNTS_MAX; accounts += 1) {
    const owner = await newOwner();
    let isOver = false;
    const closing = owner.call('DELETE', '/v1/account').finally(() => {
      isOver = true;
    });
    do last = await send(owner);
    while (!isOver && last.status !== 409);
    await closing;
    if (last.status === 409) return last;
  }
  throw new Error(`no request fell into the closing; the last answer was ${last?.status}`);
}
