import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withAmounts } from '../core/amounts.ts';
import { toProblem } from '../core/api.ts';
import { touch } from '../core/data.ts';
import { formatMoney, parseMoney } from '../core/format.ts';
import { goTo, pathTo } from '../core/routing.ts';
import { currencyOf, type Session } from '../core/session.ts';
import { kindOfId } from '../kinds/index.ts';
import type { Action, Preview, Thing, Values } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { BrandPreview } from './brand.tsx';
import { confirmLabel, dismissLabel } from './dialog-labels.ts';
import { FieldInput, firstValue, isRight } from './field.tsx';
import { type Done, notify } from './notice.tsx';
import { PricePreview } from './pricing.tsx';
import { RequestId } from './problem.tsx';

/** Debounce: one preview once typing pauses. */
const TYPING_MS = 400;

interface Props<One> {
  readonly action: Action<One>;
  readonly one: One;
  readonly session: Session;
}

interface ButtonProps<One> extends Props<One> {
  /** Button text, if not the label of the action. */
  readonly words?: string;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** A button that opens a dialog, which describes the action before it runs. */
export function ActionButton<One>({
  action,
  one,
  session,
  words = texts()[action.label],
  onToggle,
}: ButtonProps<One>) {
  const [isOpen, setOpen] = useState(false);
  const toggle = (isNow: boolean) => {
    setOpen(isNow);
    onToggle?.(isNow);
  };
  return (
    <>
      <button type="button" class={action.isDangerous ? 'danger' : ''} onClick={() => toggle(true)}>
        {words}
      </button>
      {isOpen && (
        <ActionDialog action={action} one={one} session={session} close={() => toggle(false)} />
      )}
    </>
  );
}

/** A button that reverses the action, if that is possible. */
function undoOf<One>({ action, one, session }: Props<One>, reply: unknown): Done['undo'] {
  if (action.undo === undefined) return undefined;
  const putsBack = action.undo === action.label;
  const kind = kindOfId(idOf(one) ?? '');
  const reverse = putsBack ? action : kind?.actions?.find(({ label }) => label === action.undo);
  const subject = (putsBack ? one : reply) as One & Thing;
  if (!reverse?.isOpen(subject, session)) return undefined;
  return (keep) => (
    <ActionButton
      action={reverse as Action<One & Thing>}
      one={subject}
      session={session}
      words={texts().undo}
      onToggle={keep}
    />
  );
}

function idOf(thing: unknown): string | undefined {
  const { id } = (thing ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

/** Opens the page of a created object. */
function openMade(reply: unknown): void {
  const id = idOf(reply);
  const kind = id === undefined ? undefined : kindOfId(id);
  if (kind) goTo(pathTo(kind.screen, id));
}

type State =
  | { readonly is: 'asking'; readonly error?: unknown }
  | { readonly is: 'working' }
  | { readonly is: 'done'; readonly secret: string | undefined };

type DialogProps<One> = Props<One> & { readonly close: () => void };

/** Loads the data that the form needs, then shows the form. */
function ActionDialog<One>({ action, one, session, close }: DialogProps<One>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [found, setFound] = useState<{ one: One } | { error: unknown } | undefined>(
    action.prepare ? undefined : { one },
  );
  // Takes the focus before the user types on.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    let isWaited = true;
    action.prepare?.(one).then(
      (prepared) => isWaited && setFound({ one: prepared }),
      (error: unknown) => isWaited && setFound({ error }),
    );
    return () => {
      isWaited = false;
    };
  }, []);
  // The dialog opened without its fields, so focus the first one now.
  useLayoutEffect(() => {
    if (action.prepare && found) dialog.current?.querySelector('input')?.focus();
  }, [found]);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="action-title">
      {found && 'one' in found ? (
        <ActionForm action={action} one={found.one} session={session} close={close} />
      ) : (
        <form method="dialog">
          <h2 id="action-title">{texts()[action.label]}</h2>
          {found ? <Failure error={found.error} /> : <p aria-busy="true">{texts().loading}</p>}
          <div class="buttons">
            <button type="submit">{dismissLabel(action.label)}</button>
          </div>
        </form>
      )}
    </dialog>
  );
}

function ActionForm<One>({ action, one, session, close }: DialogProps<One>) {
  // One key per decision: retries after any failure take effect once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const allFields = action.fields ?? [];
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(allFields.map((field) => [field.name, firstValue(field, one, session)])),
  );
  const [state, setState] = useState<State>({ is: 'asking' });
  const [preview, setPreview] = useState<Preview | undefined>();

  const fields = allFields.filter(({ isShown }) => isShown?.(values) ?? true);
  const wrong =
    fields.find((field) => !isRight(field, values[field.name] ?? '', one, session)) !== undefined ||
    action.isRight?.(values, session) === false;
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
    // The request changed, so it needs a new key.
    setKey(crypto.randomUUID());
  };
  const run = async () => {
    setState({ is: 'working' });
    try {
      const reply = await action.run(one, { ...values, ...preview?.values }, key, session);
      touch(action.touches);
      const undo = undoOf({ action, one, session }, reply);
      notify({ what: texts()[action.label], id: idOf(one) ?? idOf(reply), undo });
      const secret = action.secretOf?.(reply);
      if (secret === undefined) {
        close();
        if (one === undefined) openMade(reply);
      } else setState({ is: 'done', secret });
    } catch (error) {
      setState({ is: 'asking', error });
    }
  };
  const isWorking = state.is === 'working';
  const note = action.note?.(one);
  const money = fields.find(({ type }) => type === 'money');
  const currency = money && (money.currency?.(one, session) ?? currencyOf(session));
  const amount =
    money && currency && !wrong
      ? formatMoney(parseMoney(values[money.name] ?? '', currency), currency)
      : undefined;
  return (
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
          {note !== undefined && <p class="quiet">{note}</p>}
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
          {action.draws === 'brand' && <BrandPreview profile={{ ...one, ...values }} />}
          {action.draws === 'price' && (
            <PricePreview values={values} currency={currencyOf(session)} />
          )}
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
          {state.is === 'asking' && state.error !== undefined && (
            <Failure error={state.error} currency={currency} />
          )}
          <div class="buttons">
            <button type="button" onClick={close}>
              {dismissLabel(action.label)}
            </button>
            <button
              type="submit"
              class={action.isDangerous ? 'danger primary' : 'primary'}
              disabled={isWorking || wrong || !isPreviewed}
            >
              {isWorking ? texts().working : confirmLabel(action.label, amount)}
            </button>
          </div>
        </>
      )}
    </form>
  );
}

interface FailureProps {
  readonly error: unknown;
  /** Currency of the typed amounts; undefined if there are none. */
  readonly currency?: string | undefined;
}

function Failure({ error, currency }: FailureProps) {
  const { requestId, ...refusal } = toProblem(error);
  const message =
    currency === undefined
      ? refusal.message
      : withAmounts(refusal, (amount) => formatMoney(amount, currency));
  return (
    <div class="problem" role="alert">
      <p>
        <bdi>{requestId === undefined ? texts().unknownOutcome : message}</bdi>
      </p>
      <RequestId id={requestId} />
    </div>
  );
}
