/** What went wrong at the start, for an operator: known failures in a sentence, any other with its stack. */
export function explain(error: unknown): string {
  const { code, name, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Stop that, or set PORT to another one.';
  if (code === 'EACCES' && /listen/.test(message)) return 'This port needs more rights. Set PORT to one above 1023.';
  if (name === 'ConfigError') return `The configuration is wrong:\n${message}`;
  if (name === 'DataDirError' || name === 'MigrationError' || name === 'StorageError') return message;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') return `The database cannot be reached at DATABASE_URL: ${message || code}`;
  return stack ?? String(error);
}
