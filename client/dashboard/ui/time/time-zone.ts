import { createContext, use } from 'react';
import { formatDateTime } from '../format.ts';

/** The signed-in user's time zone; undefined: the browser's. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/** Writes moments in the user's time zone. */
export function useDateTimeFormat(): (iso: string) => string {
  const timeZone = use(TimeZoneContext);
  return (iso) => formatDateTime(iso, timeZone);
}
