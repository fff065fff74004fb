import { escapeUTF8 } from 'entities';
import { product } from '../product.ts';
import type { MailBlock, MailContent, MailFigure } from './mail-content.ts';
import type { MailLanguage } from './mail-words.ts';

/**
 * Colours in the light and in the dark, by what they are for. Each pair of text and ground has at least 4.5
 * : 1 (WCAG 1.4.3). Programs that know no media queries show the light ones.
 */
const colours = {
  page: ['#f4f2ee', '#16181b'],
  card: ['#ffffff', '#212428'],
  ink: ['#1d2126', '#eceae6'],
  soft: ['#5a6068', '#a9afb6'],
  line: ['#e4e0d9', '#363b41'],
  accent: ['#0b5f73', '#7fd0e3'],
  onAccent: ['#ffffff', '#0f2a31'],
} as const;
type Colour = keyof typeof colours;

const serif = 'Georgia, Cambria, serif';
const sans = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** The mail as HTML: tables and styles at each element, because that is what mail programs agree on. */
export function mailHtml(content: MailContent, language: MailLanguage): string {
  const { subject, preview, heading, blocks, why, unsubscribe } = content;
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeUTF8(subject)}</title>
<style>
${dark()}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
</style>
</head>
<body class="page" style="margin:0;padding:0;${ground('page')}">
<div style="display:none;max-height:0;overflow:hidden">${escapeUTF8(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 16px;font:600 20px/1.2 ${serif};${ink('ink')}">${product.name}</td></tr>
<tr><td class="card line" style="padding:32px;border-radius:12px;border:1px solid ${colours.line[0]};${ground('card')}">
<h1 class="ink" style="margin:0 0 16px;font:600 24px/1.25 ${serif};${ink('ink')}">${escapeUTF8(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;font:13px/1.5 ${sans};${ink('soft')}">${escapeUTF8(why)}${
    unsubscribe
      ? `<br><a class="soft" href="${escapeUTF8(unsubscribe.url)}" style="${ink('soft')}">${escapeUTF8(unsubscribe.text)}</a>`
      : ''
  }</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** The same as text. */
export function mailText({ heading, blocks, why, unsubscribe }: MailContent, language: MailLanguage): string {
  const colon = language === 'fr' ? '\u00a0:' : ':';
  const parts = [heading, ...blocks.map((block) => blockText(block, colon))];
  const end = unsubscribe ? `${why}\n${unsubscribe.text}${colon} ${unsubscribe.url}` : why;
  return `${parts.join('\n\n')}\n\n-- \n${product.name}\n${end}\n`;
}

const ink = (colour: Colour): string => `color:${colours[colour][0]}`;
const ground = (colour: Colour): string => `background-color:${colours[colour][0]}`;

/** What the classes mean in the dark. */
function dark(): string {
  const [, page] = colours.page;
  return `@media (prefers-color-scheme: dark) {
.page { background-color: ${page} !important; }
.card { background-color: ${colours.card[1]} !important; }
.line { border-color: ${colours.line[1]} !important; }
.ink { color: ${colours.ink[1]} !important; }
.soft { color: ${colours.soft[1]} !important; }
.link { color: ${colours.accent[1]} !important; }
.button { background-color: ${colours.accent[1]} !important; color: ${colours.onAccent[1]} !important; }
}`;
}

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p class="ink" style="margin:0 0 16px;font:16px/1.55 ${sans};${ink('ink')}">${linesHtml(block.text)}</p>`;
    case 'button':
      return `<p style="margin:24px 0 12px"><a class="button" href="${escapeUTF8(block.url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;font:600 16px/1.25 ${sans};text-decoration:none;${ground('accent')};${ink('onAccent')}">${escapeUTF8(block.text)}</a></p>
<p class="soft" style="margin:0 0 20px;font:13px/1.5 ${sans};overflow-wrap:anywhere;word-break:break-word;${ink('soft')}"><a class="link" href="${escapeUTF8(block.url)}" style="${ink('accent')}">${escapeUTF8(block.url)}</a></p>`;
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${block.facts
        .map(
          ([name, value]) =>
            `<tr><td class="soft" style="padding:3px 16px 3px 0;vertical-align:top;font:14px/1.5 ${sans};${ink('soft')}">${escapeUTF8(name)}</td><td class="ink" style="padding:3px 0;font:14px/1.5 ${sans};overflow-wrap:anywhere;word-break:break-word;${ink('ink')}">${escapeUTF8(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'figures':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${rowsOf(
        block.figures,
      )
        .map((row) => `<tr>${row.map(figureHtml).join('')}</tr>`)
        .join('')}</table>`;
    case 'picture':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td colspan="2" style="padding:8px;border-radius:8px;background-color:#ffffff"><img src="cid:${escapeUTF8(block.cid)}" alt="${escapeUTF8(block.alt)}" width="100%" style="display:block;width:100%;height:auto;border:0"></td></tr><tr><td class="soft" style="padding:4px 8px 0;font:13px/1.5 ${sans};${ink('soft')}">${escapeUTF8(block.caption[0])}</td><td class="soft" align="right" style="padding:4px 8px 0;font:13px/1.5 ${sans};${ink('soft')}">${escapeUTF8(block.caption[1])}</td></tr></table>`;
    case 'note':
      return `<p class="soft" style="margin:0 0 12px;font:14px/1.5 ${sans};${ink('soft')}">${linesHtml(block.text)}</p>`;
  }
}

/** Splits figures into rows of three, on phones too. */
const rowsOf = (figures: readonly MailFigure[]): (readonly MailFigure[])[] =>
  Array.from({ length: Math.ceil(figures.length / 3) }, (_, row) => figures.slice(row * 3, row * 3 + 3));

const figureHtml = ({ name, value, change }: MailFigure): string =>
  `<td width="33%" style="padding:0 8px 12px 0;vertical-align:top"><span class="soft" style="font:13px/1.4 ${sans};${ink('soft')}">${escapeUTF8(name)}</span><br><span class="ink" style="font:600 22px/1.3 ${serif};${ink('ink')}">${escapeUTF8(value)}</span>${change === null ? '' : `<br><span class="soft" style="font:13px/1.4 ${sans};${ink('soft')}">${escapeUTF8(change)}</span>`}</td>`;

const linesHtml = (text: string): string => escapeUTF8(text).replaceAll('\n', '<br>');

function blockText(block: MailBlock, colon: string): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'button':
      return `${block.text}${colon}\n${block.url}`;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}${colon} ${value}`).join('\n');
    case 'figures':
      return block.figures
        .map(({ name, value, change }) => `${name}${colon} ${value}${change === null ? '' : ` (${change})`}`)
        .join('\n');
    case 'picture':
      return block.alt;
  }
}
