import { pino, type Logger } from 'pino';
import { currentRequestId } from './database/statement-caller.ts';
import { currentTraceId } from './tracing.ts';
import { release } from './program-release.ts';
import { collapseOutages } from './outage-log.ts';

export type { Logger };

/**
 * The process's log: JSON lines on standard output, with the release, and the ids of the request that is
 * being answered and of the current trace. Secrets never reach it: what could hold one is redacted.
 */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  return pino(
    {
      level,
      base: { release },
      mixin: () => {
        const requestId = currentRequestId();
        const traceId = currentTraceId();
        return { ...(requestId !== undefined && { requestId }), ...(traceId !== undefined && { traceId }) };
      },
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
