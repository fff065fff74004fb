/**
 * What a spreadsheet would run as a formula, or might (OWASP, CSV Injection: also what only looks like one of
 * these characters), and what was made harmless before.
 */
export const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A field of a CSV file, quoted; what would be a formula has an apostrophe before it. */
export const csvField = (field: string): string =>
  `"${(formula.test(field) ? `'${field}` : field).replaceAll('"', '""')}"`;

/**
 * A line of a CSV file that spreadsheets open: semicolons, texts quoted, numbers as they are, nothing of
 * null.
 */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  `${fields.map((field) => (typeof field === 'string' ? csvField(field) : (field ?? ''))).join(';')}\r\n`;
