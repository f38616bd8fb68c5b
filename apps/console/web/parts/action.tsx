import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { toProblem } from '../core/api.ts';
import { touch } from '../core/data.ts';
import { inWords, parseMoney } from '../core/format.ts';
import { currencyOf, type Session } from '../core/session.ts';
import type { Action, Field, Preview, Values } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { RequestId } from './problem.tsx';

/** Somebody who types on asks once. */
const TYPING_MS = 400;

interface Props<One> {
  readonly action: Action<One>;
  readonly one: One;
  readonly session: Session;
}

/** A button that says what it will do before it does it. */
export function ActionButton<One>({ action, one, session }: Props<One>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={action.isDangerous ? 'danger' : ''}
        onClick={() => setOpen(true)}
      >
        {texts()[action.label]}
      </button>
      {isOpen && (
        <ActionDialog action={action} one={one} session={session} close={() => setOpen(false)} />
      )}
    </>
  );
}

type State =
  | { readonly is: 'asking'; readonly error?: unknown }
  | { readonly is: 'working' }
  | { readonly is: 'done'; readonly secret: string | undefined };

function ActionDialog<One>({
  action,
  one,
  session,
  close,
}: Props<One> & { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Of this one decision: however often it is sent, after whichever failure, it is done once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const fields = action.fields ?? [];
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map((field) => [field.name, firstValue(field, one, session)])),
  );
  const [state, setState] = useState<State>({ is: 'asking' });
  const [preview, setPreview] = useState<Preview | undefined>();
  // Before anything else is typed: what is typed goes there.
  useLayoutEffect(() => dialog.current?.showModal(), []);

  const wrong = fields.find((field) => !isRight(field, values[field.name] ?? '', one, session));
  const isPreviewed = action.preview === undefined || preview !== undefined;
  useEffect(() => {
    setPreview(undefined);
    if (!action.preview || wrong) return;
    let isAsked = true;
    const timer = setTimeout(() => {
      action.preview?.(one, values).then(
        (answer) => {
          if (!isAsked) return;
          setPreview(answer);
          setState({ is: 'asking' });
        },
        (error: unknown) => isAsked && setState({ is: 'asking', error }),
      );
    }, TYPING_MS);
    return () => {
      isAsked = false;
      clearTimeout(timer);
    };
  }, [values]);
  const set = (name: string, value: string) => {
    setValues({ ...values, [name]: value });
    // Something else is asked for now.
    setKey(crypto.randomUUID());
  };
  const run = async () => {
    setState({ is: 'working' });
    try {
      const reply = await action.run(one, { ...values, ...preview?.values }, key, session);
      touch(action.touches);
      const secret = action.secretOf?.(reply);
      if (secret === undefined) close();
      else setState({ is: 'done', secret });
    } catch (error) {
      setState({ is: 'asking', error });
    }
  };
  const isWorking = state.is === 'working';
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="action-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrong && !isWorking && isPreviewed) void run();
        }}
      >
        <h2 id="action-title">{texts()[action.label]}</h2>
        {state.is === 'done' ? (
          <>
            <p>{texts().secretOnce}</p>
            <p>
              <code class="secret">{state.secret}</code>
            </p>
            <div class="buttons">
              <button type="button" class="primary" onClick={close}>
                {texts().close}
              </button>
            </div>
          </>
        ) : (
          <>
            {fields.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                one={one}
                session={session}
                value={values[field.name] ?? ''}
                set={(value) => set(field.name, value)}
              />
            ))}
            <p class="says" aria-live="polite">
              {wrong ? '' : action.say(one, values, session)}
            </p>
            {preview && (
              <ul class="says">
                {preview.says.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            {state.is === 'asking' && state.error !== undefined && <Failure error={state.error} />}
            <div class="buttons">
              <button type="button" onClick={close}>
                {texts().cancel}
              </button>
              <button
                type="submit"
                class={action.isDangerous ? 'danger primary' : 'primary'}
                disabled={isWorking || wrong !== undefined || !isPreviewed}
              >
                {isWorking ? texts().working : texts().confirm}
              </button>
            </div>
          </>
        )}
      </form>
    </dialog>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  const { message, requestId } = toProblem(error);
  return (
    <div class="problem" role="alert">
      <p>
        <bdi>{requestId === undefined ? texts().unknownOutcome : message}</bdi>
      </p>
      <RequestId id={requestId} />
    </div>
  );
}

/** What a phone shows to type on. */
const modes = { money: 'decimal', number: 'numeric', email: 'email', text: 'text' } as const;

interface InputProps<One> {
  readonly field: Field<One>;
  readonly one: One;
  readonly session: Session;
  readonly value: string;
  readonly set: (value: string) => void;
}

function FieldInput<One>({ field, one, session, value, set }: InputProps<One>) {
  const label = texts()[field.label];
  const { name, type } = field;
  const id = `field-${name}`;
  const take = (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    set(event.currentTarget.value);
  if (type === 'check')
    return (
      <label class="check">
        <input
          type="checkbox"
          name={name}
          checked={value === 'yes'}
          onChange={(event) => set(event.currentTarget.checked ? 'yes' : '')}
        />{' '}
        {label}
      </label>
    );
  if (type === 'choice')
    return (
      <label for={id}>
        {label}
        <select id={id} name={name} value={value} onChange={take}>
          {(field.options ?? []).map((option) => (
            <option key={option} value={option}>
              {inWords(option)}
            </option>
          ))}
        </select>
      </label>
    );
  const currency = type === 'money' ? field.currency?.(one, session) : undefined;
  const isWrong = type === 'money' && value !== '' && !isRight(field, value, one, session);
  return (
    <label for={id}>
      {label}
      {currency ? ` (${currency})` : ''}
      {type === 'instant' ? (
        <input
          id={id}
          name={name}
          type="datetime-local"
          required={!field.isOptional}
          value={toLocal(value)}
          onInput={(event) => set(fromLocal(event.currentTarget.value))}
        />
      ) : (
        <input
          id={id}
          name={name}
          type="text"
          inputMode={modes[type]}
          autocomplete="off"
          required={!field.isOptional}
          value={value}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          onInput={take}
        />
      )}
      {isWrong && (
        <span id={`${id}-wrong`} class="wrong">
          {texts().badAmount}
        </span>
      )}
    </label>
  );
}

function firstValue<One>(field: Field<One>, one: One, session: Session): string {
  return field.initial?.(one, session) ?? field.options?.[0] ?? '';
}

function isRight<One>(field: Field<One>, value: string, one: One, session: Session): boolean {
  if (value === '') return field.isOptional === true || field.type === 'check';
  if (field.type === 'number') return /^[1-9]\d{0,6}$/.test(value);
  if (field.type !== 'money') return true;
  const currency = field.currency?.(one, session) ?? currencyOf(session);
  return parseMoney(value, currency) > 0;
}

/** As the browser's own field has it: in the zone of whoever types. */
function toLocal(instant: string): string {
  if (instant === '') return '';
  const time = new Date(instant);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function fromLocal(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
