import { pino, type Logger } from 'pino';
import { collapseOutages } from './outage-log.ts';

export type { Logger };

/**
 * The process's log: JSON lines on standard output. Secrets never reach it: what could hold one is redacted.
 */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: null,
      hooks: collapseOutages(),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          '*.password',
          '*.token',
          '*.apiKey',
          '*.secret',
          'req.headers.authorization',
          'req.headers.cookie',
          'headers.authorization',
          'headers.cookie',
        ],
        censor: '[redacted]',
      },
    },
    destination,
  );
}
