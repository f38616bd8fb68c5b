import { type Html, html } from '@florin/http-api';
import type { Member } from '../document/members.ts';
import { codeBlock, type ToAddress, toHtml, toInlineHtml } from './markdown-text.ts';
import type {
  Block,
  Cards,
  Columns,
  Facts,
  Heading,
  Members,
  Samples,
  Section,
  Table,
} from './model.ts';
import { trialHtml } from './trial-html.ts';

/** Renders a page as HTML. */
export function blocksToHtml(blocks: readonly Block[], toAddress: ToAddress): readonly Html[] {
  /** Numbers the tab groups, whose names must be unique. */
  let groups = 0;

  function toMarkup(block: Block): Html {
    switch (block.kind) {
      case 'heading':
        return headingHtml(block);
      case 'prose':
        return html`<div class="prose">${toHtml(block.markdown, toAddress)}</div>\n`;
      case 'endpoint':
        return html`<p class="endpoint">${methodHtml(block.method)} <code>${block.path}</code></p>\n`;
      case 'facts':
        return factsHtml(block);
      case 'members':
        return membersHtml(block);
      case 'samples':
        return samplesHtml(block);
      case 'table':
        return tableHtml(block);
      case 'cards':
        return cardsHtml(block);
      case 'columns':
        return columnsHtml(block);
      case 'section':
        return sectionHtml(block);
      case 'trial':
        return trialHtml(block);
    }
  }

  const inline = (text: string) => toInlineHtml(text, toAddress);

  function factsHtml({ rows }: Facts): Html {
    return html`<dl class="facts">${rows.map(
      ([word, what]) => html`<div><dt>${word}</dt><dd>${inline(what)}</dd></div>`,
    )}</dl>\n`;
  }

  function membersHtml({ id, members }: Members): Html {
    return html`<ul class="members">${members.map((each) => memberHtml(each, id))}</ul>\n`;
  }

  function memberHtml(member: Member, at: string): Html {
    const { name, type, isRequired, isDeprecated, description, notes, members } = member;
    const id = `${at}.${name}`;
    return html`<li id="${id}"><p class="member"><a href="#${id}"><code>${name}</code></a> <span class="type">${inline(type)}</span>${
      isRequired ? html` <span class="required">required</span>` : null
    }${isDeprecated ? html` <span class="deprecated">deprecated</span>` : null}</p>${
      description === '' ? null : html`<div class="prose">${toHtml(description, toAddress)}</div>`
    }${
      notes.length === 0
        ? null
        : html`<p class="notes">${notes.map((note, index) => html`${index === 0 ? '' : ' · '}${inline(note)}`)}</p>`
    }${
      members.length === 0
        ? null
        : html`<details><summary>Members of <code>${name}</code></summary><ul class="members">${members.map(
            (each) => memberHtml(each, id),
          )}</ul></details>`
    }</li>`;
  }

  /** One sample at a time, with tabs that need no script. */
  function samplesHtml({ label, samples }: Samples): Html {
    const [first] = samples;
    if (first === undefined) return html``;
    if (samples.length === 1)
      return html`<figure class="sample"><figcaption>${label}</figcaption>${codeBlock(first.text, first.fence)}</figure>\n`;
    groups += 1;
    const group = `samples-${groups}`;
    return html`<fieldset class="sample tabs"><legend>${label}</legend>${samples.map(
      ({ language, fence }, index) =>
        html`<input type="radio" name="${group}" id="${group}-${fence}" value="${fence}"${
          index === 0 ? html` checked` : null
        }><label for="${group}-${fence}">${language}</label>`,
    )}${samples.map(
      ({ fence, text }) =>
        html`<div class="panel" data-panel="${fence}">${codeBlock(text, fence)}</div>`,
    )}</fieldset>\n`;
  }

  function tableHtml({ head, rows }: Table): Html {
    return html`<div class="scroll" tabindex="0" role="group" aria-label="${head.join(', ')}"><table><thead><tr>${head.map(
      (word) => html`<th scope="col">${word}</th>`,
    )}</tr></thead><tbody>${rows.map(
      (row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
    )}</tbody></table></div>\n`;
  }

  function cardsHtml({ cards }: Cards): Html {
    return html`<ul class="cards">${cards.map(
      ({ title, path, markdown }) =>
        html`<li><a href="${path}">${title}</a><p>${inline(markdown.replaceAll('\n', ' '))}</p></li>`,
    )}</ul>\n`;
  }

  function columnsHtml({ said, shown }: Columns): Html {
    return html`<div class="columns"><div class="said">${said.map(toMarkup)}</div><div class="shown">${shown.map(toMarkup)}</div></div>\n`;
  }

  function sectionHtml({ heading, blocks: own }: Section): Html {
    return html`<section>${headingHtml(heading)}${own.map(toMarkup)}</section>\n`;
  }

  return blocks.map(toMarkup);
}

export function methodHtml(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** Headings link to themselves, so that readers can copy their URL. */
function headingHtml({ level, id, text }: Heading): Html {
  const words = id === undefined ? html`${text}` : html`<a href="#${id}">${text}</a>`;
  const place = id === undefined ? null : html` id="${id}"`;
  if (level === 1) return html`<h1${place}>${text}</h1>\n`;
  return level === 2 ? html`<h2${place}>${words}</h2>\n` : html`<h3${place}>${words}</h3>\n`;
}
