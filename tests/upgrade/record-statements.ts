/**
 * Keeps what the tests send to PostgreSQL, in the file that RECORD_STATEMENTS names: a line each, as JSON.
 * `keep-statements.ts` makes of it what a release leaves to the next.
 */
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env['RECORD_STATEMENTS'];
const recorded = Symbol.for('parlance.recorded-statements');
const client = pg.Client.prototype as unknown as {
  query: (...args: unknown[]) => unknown;
  [recorded]?: Set<string>;
};

// Once a process, whose files share their modules.
if (file && !client[recorded]) {
  const seen = (client[recorded] = new Set<string>());
  const { query } = client;
  client.query = function (this: unknown, ...args) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string } | undefined)?.text;
    if (text && !seen.has(text)) {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return Reflect.apply(query, this, args) as unknown;
  };
}
