import { by } from '../scenario.ts';

export const read = (path: string) => (query: string) => by('owner', 'GET', `${path}?${query}`);

export const wrongFilters = {
  'an unknown type': 'type=user.lost',
  'an invalid instant': 'created_after=yesterday',
  'a method that leaves no entry': 'method=GET',
  'an invalid path': 'path=payments',
  'an invalid request id': `request_id=${'x'.repeat(101)}`,
};
