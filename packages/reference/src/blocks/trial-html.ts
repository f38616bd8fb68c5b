import { type Html, html } from '@florin/http-api';
import type { Trial, TrialField } from './model.ts';

/** The form that sends an operation; hidden until its script runs. */
export function trialHtml(trial: Trial): Html {
  const { operationId: id, method, path, fields, body, mediaType, takesKey, needsToken } = trial;
  const lists = Object.entries(trial.lists).map(([name, at]) => `${name}=${at}`);
  return html`<details class="trial" hidden data-method="${method}" data-path="${path}" data-lists="${lists.join(' ')}"${
    takesKey ? html` data-takes-key` : null
  }${needsToken ? html` data-needs-token` : null}><summary>Try it</summary><form>
${needsToken ? callerHtml(id) : null}${fields.map((field) => fieldHtml(id, field))}${
  body === undefined
    ? null
    : html`<p class="field"><label for="${id}-body">Body</label><textarea id="${id}-body" name="body" data-media-type="${mediaType ?? 'application/json'}" rows="${rowsOf(body)}" spellcheck="false" autocomplete="off">${text(body)}</textarea></p>`
}<p class="send"><button type="submit">Send</button> <span class="note"></span></p>
<div class="answer" role="status"></div></form></details>\n`;
}

function callerHtml(id: string): Html {
  return html`<p class="caller">Checking the login …</p>
<p class="field"><label for="${id}-token">API key or access token, instead of the login</label><input id="${id}-token" name="token" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_…"></p>
`;
}

function fieldHtml(
  operationId: string,
  { in: place, name, isRequired, value, values }: TrialField,
): Html {
  const id = `${operationId}-${place}-${name}`;
  const must = isRequired ? html` required` : null;
  const input =
    values.length > 0
      ? html`<select id="${id}" name="${name}" data-in="${place}"${must}>${isRequired ? null : html`<option value=""></option>`}${values.map(
          (each) => html`<option>${each}</option>`,
        )}</select>`
      : html`<input id="${id}" name="${name}" data-in="${place}" value="${value}"${must} autocomplete="off" spellcheck="false">`;
  return html`<p class="field"><label for="${id}"><code>${name}</code>${isRequired ? ' (required)' : ''}</label>${input}</p>
`;
}

const ROWS_MAX = 16;

function rowsOf(body: string): number {
  return Math.min(ROWS_MAX, body.split('\n').length + 1);
}

/** Multi-line text: `html` would turn line breaks into spaces. */
function text(body: string): Html {
  return {
    markup: body
      .split('\n')
      .map((line) => html`${line}`.markup)
      .join('\n'),
  };
}
