/** What went wrong at the start, for an operator: known failures in a sentence, any other with its stack. */
export function explainStartError(error: unknown): string {
  const { code, name, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'The port is already in use. Stop the other program, or set another port (PORT, METRICS_PORT, WORKER_PORT).';
  if (code === 'EACCES' && /listen/.test(message))
    return 'You do not have permission to use this port. Set PORT to a port above 1023.';
  if (name === 'ConfigError') return `The configuration is invalid:\n${message}`;
  if (name === 'DataDirError' || name === 'MigrationError' || name === 'StorageError') return message;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
    return `The database cannot be reached at DATABASE_URL: ${message || code}`;
  return stack ?? String(error);
}
