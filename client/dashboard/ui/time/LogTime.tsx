import { cutDate } from '../format.ts';
import { relativeTime } from './relative-time.ts';

/**
 * When something of a log happened: how long ago it was, for a week, and the moment itself on hover.
 * @param now the present moment, milliseconds
 */
export function LogTime({ at, now }: { at: string; now: number }) {
  const exact = cutDate(at);
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(at, now) ?? exact}
    </time>
  );
}
