import { type Route, withExamples } from '@florin/http-api';
import examples from '../examples.json' with { type: 'json' };
import { mailboxRoutes } from './mailbox/routes.ts';
import type { Db } from './schema.ts';

/** Every public route of this service. */
export function mailRoutes(db: Db): readonly Route[] {
  return withExamples(examples, mailboxRoutes(db));
}
