import { fromLocal, inWords, parseMoney, toLocal } from '../core/format.ts';
import { toMinorDecimal } from '../core/pricing.ts';
import { currencyOf, type Session } from '../core/session.ts';
import { type Field, linesOf } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { TiersInput } from './pricing.tsx';

/** Phone keyboard for each field type. */
const modes = {
  money: 'decimal',
  decimal: 'decimal',
  number: 'numeric',
  email: 'email',
  text: 'text',
} as const;
const LONG_ROWS = 5;

interface InputProps<One> {
  readonly field: Field<One>;
  readonly one: One;
  readonly session: Session;
  readonly value: string;
  readonly set: (value: string) => void;
}

/** Input of one field. */
export function FieldInput<One>({ field, one, session, value, set }: InputProps<One>) {
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
  if (type === 'choices') {
    const chosen = linesOf(value);
    return (
      <fieldset>
        <legend>{label}</legend>
        {(field.options ?? []).map((option) => (
          <label key={option} class="check">
            <input
              type="checkbox"
              name={name}
              checked={chosen.includes(option)}
              onChange={(event) => {
                const others = chosen.filter((each) => each !== option);
                set([...others, ...(event.currentTarget.checked ? [option] : [])].join('\n'));
              }}
            />{' '}
            <code>{option}</code>
          </label>
        ))}
      </fieldset>
    );
  }
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
  if (type === 'tiers') return <TiersInput label={label} value={value} set={set} />;
  if (type === 'long')
    return (
      <label for={id}>
        {label}
        <textarea
          id={id}
          name={name}
          rows={LONG_ROWS}
          required={!field.isOptional}
          onInput={(event) => set(event.currentTarget.value)}
        >
          {value}
        </textarea>
      </label>
    );
  if (type === 'picture')
    return (
      <label for={id}>
        {label}
        <input
          id={id}
          name={name}
          type="file"
          accept="image/png,image/jpeg"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void readPicture(file).then(set);
          }}
        />
      </label>
    );
  const isAmount = type === 'money' || type === 'decimal';
  const currency = isAmount ? field.currency?.(one, session) : undefined;
  const isWrong = isAmount && value !== '' && !isRight(field, value, one, session);
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

export function firstValue<One>(field: Field<One>, one: One, session: Session): string {
  return field.initial?.(one, session) ?? field.options?.[0] ?? '';
}

export function isRight<One>(
  field: Field<One>,
  value: string,
  one: One,
  session: Session,
): boolean {
  if (value === '')
    return field.isOptional === true || field.type === 'check' || field.type === 'tiers';
  if (field.type === 'number') return /^[1-9]\d{0,6}$/.test(value);
  const currency = field.currency?.(one, session) ?? currencyOf(session);
  if (field.type === 'decimal') return toMinorDecimal(value, currency) !== undefined;
  if (field.type !== 'money') return true;
  return parseMoney(value, currency) > 0;
}

/** Reads a file as a `data:` URL. */
function readPicture(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsDataURL(file);
  });
}
