import type { Result } from '@florin/client';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { florin } from '../core/api.ts';
import { formatMoney, inWords } from '../core/format.ts';
import { goTo, pathTo } from '../core/routing.ts';
import { kindOfId, kindOfName } from '../kinds/index.ts';
import { texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { State } from './value.tsx';

type Found = Result<'get', '/v1/search'>['data'][number];

/** Debounce: one search once typing pauses. */
const PAUSE_MS = 120;
const LETTERS_MIN = 2;

/** Global search, opened by ⌘K or Ctrl K. */
export function Palette({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [question, setQuestion] = useState('');
  const [results, setResults] = useState<readonly Found[] | undefined>();
  const [error, setError] = useState<unknown>();
  const [chosen, setChosen] = useState(0);
  // Takes the focus before the user types on.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const q = question.trim();
    if (q.length < LETTERS_MIN) {
      setResults(undefined);
      return;
    }
    const asked = new AbortController();
    const timer = setTimeout(() => {
      florin.get('/v1/search', { query: { q, limit: 12 }, signal: asked.signal }).then(
        (reply) => {
          setResults(reply.data);
          setChosen(0);
          setError(undefined);
        },
        (reason: unknown) => asked.signal.aborted || setError(reason),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [question]);

  const addresses = (results ?? []).map(addressOf);
  // IDs of kinds that are not searchable still lead to their page.
  const direct = kindOfId(question.trim());
  const open = (path: string | undefined) => {
    if (path === undefined) return;
    close();
    goTo(path);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const count = Math.max(addresses.length, 1);
      setChosen((chosen + step + count) % count);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(addresses[chosen] ?? (direct && pathTo(direct.screen, question.trim())));
    }
  };
  const option = (index: number) => `found-${index}`;
  return (
    <dialog class="palette" ref={dialog} onClose={close} aria-label={texts().search}>
      <input
        type="text"
        role="combobox"
        aria-expanded={addresses.length > 0}
        aria-controls="found"
        aria-activedescendant={addresses.length > 0 ? option(chosen) : undefined}
        aria-label={texts().search}
        placeholder={texts().searchHint}
        value={question}
        onInput={(event) => setQuestion(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {error !== undefined && <Problem error={error} />}
      <div id="found" role="listbox" aria-label={texts().search}>
        {(results ?? []).map((found, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field above.
          <div
            key={found.id}
            id={option(index)}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            onClick={() => open(addresses[index])}
          >
            <span class="quiet">{inWords(found.kind)}</span> <bdi>{found.title}</bdi>{' '}
            {found.amount !== null && found.currency !== null && (
              <span class="number">{formatMoney(found.amount, found.currency)}</span>
            )}{' '}
            {found.status && <State value={found.status} object={found.kind} />}
            {found.detail && (
              <span class="quiet detail">
                <bdi>{found.detail}</bdi>
              </span>
            )}
          </div>
        ))}
      </div>
      <p class="quiet" aria-live="polite">
        {results === undefined ? texts().searchStart : results.length === 0 && texts().searchEmpty}
      </p>
    </dialog>
  );
}

function addressOf({ kind, id }: Found): string | undefined {
  const known = kindOfName(kind);
  return known && pathTo(known.screen, known.get ? id : undefined);
}
