/**
 * Characters that XML 1.0 does not allow, however they are written (section 2.2); nor does HTML want them.
 */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for use between tags and in quoted attributes of XML and HTML. Drops characters that XML
 * cannot represent.
 */
export const escape = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (sign) => references[sign]!);

export type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** An element of XML. @param content text; null: the element is left out; undefined: it is empty */
export function element(
  name: string,
  content: string | number | null | undefined,
  attributes: Attributes = {},
): string {
  if (content === null) return '';
  return content === undefined
    ? `<${name}${attributesOf(attributes)}/>`
    : `<${name}${attributesOf(attributes)}>${escape(String(content))}</${name}>`;
}

/** An element of XML around others. */
export const parentElement = (
  name: string,
  children: readonly string[],
  attributes: Attributes = {},
): string => `<${name}${attributesOf(attributes)}>\n${children.filter(Boolean).join('\n')}\n</${name}>`;

/** Attributes with the space before them; those that are null or undefined are left out. */
export const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('');

/** Paragraphs of plain text, which empty lines part, as HTML. */
export const htmlParagraphs = (text: string): string =>
  paragraphsOf(text)
    .map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

/** Paragraphs of plain text, without the white space around them. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** An address that a link may lead to; null for any other scheme than http and https. */
export function webAddress(address: string | null | undefined): string | null {
  const url = address ? URL.parse(address) : null;
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}
