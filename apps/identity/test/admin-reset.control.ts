import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './admin-reset.test.ts';

vi.mock(import('../src/pages/login-links/queries.ts'), async (load) => ({
  ...(await load()),
  async takeLoginLink(db, hash) {
    const row = await db
      .selectFrom('login_links')
      .select('user_id')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row?.user_id;
  },
}));

export const control: Control = {
  id: 'T44',
  fault: 'The login link of a start is opened twice, at once, late, or for a suspended user',
  holds: 'It logs in once',
  control: 'identity accepts a login link any number of times',
};
