import { newEmail } from '@florin/system-kit';
import { call } from '../../api.ts';
import { hashing } from '../people.ts';

export const open = (fields: object, token?: string) =>
  hashing(() =>
    call('POST', '/v1/accounts', {
      ...(token === undefined ? {} : { token }),
      body: {
        email: newEmail(),
        name: 'Ada Lovelace',
        type: 'business',
        password: 'correct horse',
        ...fields,
      },
    }),
  );
