import { useState } from 'preact/hooks';
import { examine, type Finding, type Received } from '../core/signature.ts';
import type { TextName } from '../kinds/kind.ts';
import { fill, texts } from '../texts/index.ts';

const findings: Readonly<Record<Finding, TextName>> = {
  ...{ missing: 'exMissing', badSecret: 'exBadSecret', badTimestamp: 'exBadTimestamp' },
  ...{ badHeader: 'exBadHeader', right: 'exRight', old: 'exOld', trimmed: 'exTrimmed' },
  ...{ reparsed: 'exReparsed', wrong: 'exWrong' },
};
const nothing: Received = { secret: '', id: '', timestamp: '', signature: '', body: '' };

/** Explains why a webhook signature is invalid, for developers of receivers. */
export function ExaminerScreen() {
  const [received, setReceived] = useState(nothing);
  const [said, setSaid] = useState<{ readonly text: string; readonly isRight: boolean }>();
  const field = (name: keyof Received, label: string) => (
    <label for={`ex-${name}`}>
      {label}
      <input
        id={`ex-${name}`}
        autocomplete="off"
        spellcheck={false}
        value={received[name]}
        onInput={(event) => setReceived({ ...received, [name]: event.currentTarget.value })}
      />
    </label>
  );
  const find = async () => {
    if (!globalThis.isSecureContext) return setSaid({ text: texts().exInsecure, isRight: false });
    const now = new Date();
    const finding = await examine(received, now);
    const minutes = Math.round(Math.abs(now.getTime() / 60_000 - Number(received.timestamp) / 60));
    const text = fill(texts()[findings[finding]], { minutes: String(minutes) });
    setSaid({ text, isRight: finding === 'right' });
  };
  return (
    <>
      <h1>{texts().examiner}</h1>
      <p>{texts().examinerSays}</p>
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        {field('secret', texts().exSecret)}
        {field('id', 'webhook-id')}
        {field('timestamp', 'webhook-timestamp')}
        {field('signature', 'webhook-signature')}
        <label for="ex-body">
          {texts().exBody}
          <textarea
            id="ex-body"
            rows={8}
            spellcheck={false}
            onInput={(event) => setReceived({ ...received, body: event.currentTarget.value })}
          >
            {received.body}
          </textarea>
        </label>
        <div class="buttons">
          <button type="submit" class="primary">
            {texts().examine}
          </button>
        </div>
        <p role="status" class={said?.isRight ? 'proved' : 'wrong'}>
          {said?.text}
        </p>
      </form>
    </>
  );
}
