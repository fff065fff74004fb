/** A date as legacy clients read it, PHP's DateTime in JSON: they cut `date` to 19 characters. */
export interface DateObject {
  /** `YYYY-MM-DD HH:MM:SS.ffffff` */
  date: string;
  timezone_type: 3;
  timezone: 'UTC';
}

/** From what GraphQL says: an ISO instant, or a day. */
export function dateObject(value: string | null | undefined): DateObject | null {
  if (!value) return null;
  const [day, time = ''] = value.replace('Z', '').split('T');
  return { date: `${day} ${(time || '00:00:00.').padEnd(15, '0')}`, timezone_type: 3, timezone: 'UTC' };
}
