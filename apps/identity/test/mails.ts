import { newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { eventually, peerAt } from '@florin/testing';
import type { Purpose } from '../src/domain/confirmation.ts';
import type { TestDatabase, TestIdentity } from './start-identity.ts';

/** The last confirmation requested by mail for an address, awaited. */
export function mailTo(
  database: TestDatabase,
  email: string,
  purpose: Purpose = 'sign_up',
): Promise<{ readonly id: string }> {
  return eventually(async () => {
    const [newest] = await database.query<{ id: string }>(
      `select id from email_confirmations where email = $1 and purpose = $2
        order by id desc limit 1`,
      [email, purpose],
    );
    if (!newest) throw new Error(`no ${purpose} mail for ${email}`);
    return newest;
  });
}

/** The content of that mail, as the mail service requests it. */
export async function openMail(
  identity: TestIdentity,
  database: TestDatabase,
  email: string,
  purpose: Purpose = 'sign_up',
) {
  const { id } = await mailTo(database, email, purpose);
  const client = makeClient(grpcServices.identity, peerAt('mail', 'identity', identity.grpcPort));
  try {
    const context = { requestId: newId(), timeoutMs: 60_000 };
    const link = await client.makeConfirmationLink({ confirmationId: id }, context);
    return { ...link, id, token: link.url.split('/').at(-1) ?? '' };
  } finally {
    client.close();
  }
}
