import type { EventType } from '@florin/contracts';
import type { Asked, Shop } from '../examples/tour/ask.ts';
import type { MakeRecipe } from './access/recipe.ts';
import type { ScenarioPart } from './scenario.ts';

/** The expectations of one operation of the public API; the tests of all operations read them. */
export interface Contract {
  /** As in the OpenAPI document: `GET /v1/users/{user_id}`. */
  readonly operation: string;
  /** Requests of the access matrix. Knowledge is a password, a token or a link in place of a role. */
  readonly access: readonly MakeRecipe[] | 'by knowledge';
  /** Published over all of its scenarios, found by the causing request, without background work. */
  readonly events?: readonly EventType[];
  /** The reason why a change has no event. */
  readonly withoutEvents?: string;
  readonly scenarios: readonly ScenarioPart[];
  /** The request of its example in the reference, if that needs no other step of the tour. */
  readonly example?: (shop: Shop) => Asked;
}
