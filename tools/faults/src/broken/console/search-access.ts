import type { Sight } from '../../../../../apps/console/src/search/access.ts';
import { foundKinds } from '../../../../../apps/console/src/search/model.ts';

/** Finds everything for everybody. */
export const sightOf = (): Sight => ({
  kinds: Object.keys(foundKinds) as Sight['kinds'],
  accountId: 'all',
});
