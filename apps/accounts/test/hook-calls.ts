import type { Calls, makeCalls } from '../src/clients.ts';

/** Runs before and after every call to another service. */
export type CallHook = (
  moment: 'before' | 'after',
  call: keyof Calls,
  work: object,
) => Promise<void>;

let ofNext: CallHook | undefined;

/** Sets the hook of the next service started in this process. */
export function hookCalls(hook: CallHook | undefined): void {
  ofNext = hook;
}

/** Replaces `src/clients.ts`. */
export function hooked<Module extends { readonly makeCalls: typeof makeCalls }>(
  sound: Module,
): Module {
  return {
    ...sound,
    makeCalls: (clients) => {
      const calls = sound.makeCalls(clients);
      return ofNext ? around(calls, ofNext) : calls;
    },
  };
}

export function around(calls: Calls, hook: CallHook): Calls {
  return new Proxy(calls, {
    get:
      (target, name, receiver) =>
      async (work: object, ...more: unknown[]) => {
        await hook('before', name as keyof Calls, work);
        const result = await Reflect.get(target, name, receiver)(work, ...more);
        await hook('after', name as keyof Calls, work);
        return result;
      },
  });
}
