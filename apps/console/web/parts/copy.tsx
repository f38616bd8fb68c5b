import { useState } from 'preact/hooks';
import { texts } from '../texts/index.ts';

const SHOWN_MS = 2_000;

/** A button that copies a text to the clipboard. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [isDone, setDone] = useState(false);
  return (
    <button
      type="button"
      class="small"
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => {
          setDone(true);
          setTimeout(() => setDone(false), SHOWN_MS);
        });
      }}
    >
      <span aria-live="polite">{isDone ? texts().copied : label}</span>
    </button>
  );
}
