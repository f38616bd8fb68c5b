import { stateInWords } from '../core/format.ts';
import { texts } from '../texts/index.ts';
import { stateClass } from './value.tsx';

interface Props {
  /** From left to right; alternatives share a column. */
  readonly states: readonly (readonly string[])[];
  readonly current: string;
  readonly object: unknown;
}

/** Lifecycle diagram with the current state. */
export function Machine({ states, current, object }: Props) {
  return (
    <ol class="machine" aria-label={texts().states}>
      {states.map((column) => (
        <li key={column.join()}>
          {column.map((state) => (
            <span
              key={state}
              class={`state ${stateClass(state)} ${state === current ? 'here' : ''}`}
              aria-current={state === current ? 'step' : undefined}
            >
              {stateInWords(state, object)}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
