import { scopes } from '../../../../../packages/contracts/src/callers.ts';
import { makeAnswerRequest as sound } from '../../../../../packages/http-api/src/routes/answer-request.ts';

export * from '../../../../../packages/http-api/src/routes/answer-request.ts';

/** Ignores the scope of one operation: every API key may list transactions. */
export const makeAnswerRequest: typeof sound = (route, log) => {
  const answer = sound(route, log);
  if (`${route.method} ${route.path}` !== 'GET /v1/transactions') return answer;
  return (vouch, ...rest) => answer(() => withAllScopes(vouch()), ...rest);
};

type Incoming = ReturnType<Parameters<ReturnType<typeof sound>>[0]>;

function withAllScopes(incoming: Incoming): Incoming {
  const { caller } = incoming.assertion;
  const granted = { ...caller, scopes: caller.scopes && scopes };
  return { ...incoming, assertion: { ...incoming.assertion, caller: granted } };
}
