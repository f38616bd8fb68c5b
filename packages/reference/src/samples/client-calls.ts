import { type Document, readSurface } from '@florin/clients';
import { wordsOf } from '@florin/contracts';
import type { ClientCall } from './model.ts';

/** Client method of each operation, by operation ID. */
export function clientCalls(openApi: object): ReadonlyMap<string, ClientCall> {
  const { groups, models: all } = readSurface(openApi as Document);
  const models = new Map(all.map((model) => [model.name, model]));
  return new Map(
    groups.flatMap(({ name, calls }) =>
      calls.map((call) => [call.operationId, { group: wordsOf(name), call, models }] as const),
    ),
  );
}
