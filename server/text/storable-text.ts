/**
 * What a database takes of a text: PostgreSQL refuses NUL in text and JSON, and halves of characters are no
 * UTF-8.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
