/**
 * Month names and abbreviations in the languages publishers write dates in, from the runtime's own locale
 * data.
 */
const monthLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'da',
  'nb',
  'sv',
  'fi',
  'pl',
  'cs',
  'tr',
  'hu',
  'ro',
  'ru',
  'uk',
  'ca',
  'hr',
  'sl',
  'sk',
  'bg',
  'sr',
  'el',
  'lt',
  'lv',
  'et',
  'is',
  'id',
  'he',
  'ar',
  'fa',
  'hi',
  'th',
];

let monthNames: Map<string, number> | undefined;

function monthOf(word: string): number | undefined {
  if (!monthNames) {
    monthNames = new Map();
    for (const language of monthLanguages) {
      for (const style of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, {
          month: style,
          day: 'numeric',
          timeZone: 'UTC',
        });
        for (let month = 0; month < 12; month++) {
          const name =
            format.formatToParts(Date.UTC(2026, month, 15)).find(({ type }) => type === 'month')?.value ?? '';
          const key = monthKey(name);
          if (key !== '' && !/\d/.test(key) && !monthNames.has(key)) monthNames.set(key, month + 1);
        }
      }
    }
    for (const [name, month] of [
      ['marz', 3],
      ['mrz', 3],
      ['janner', 1],
      ['feber', 2],
      ['sept', 9],
    ] as const)
      monthNames.set(name, month);
  }
  return monthNames.get(monthKey(word)) ?? monthNames.get(monthKey(word).slice(0, 3));
}

function monthKey(word: string): string {
  return (
    word
      .toLowerCase()
      // Hebrew writes `in` before the month.
      .replace(/^ב(?=\p{L})/u, '')
      .normalize('NFD')
      .replace(/[\u0300-\u036f.]/g, '')
  );
}

/** Offsets of RFC 822's zones and of others that feeds use, in minutes. */
const zones: Record<string, number> = {
  UT: 0,
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  IST: 330,
  CET: 60,
  MEZ: 60,
  MET: 60,
  CEST: 120,
  MESZ: 120,
  MEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  HST: -600,
  AKST: -540,
  AKDT: -480,
};

const clock = String.raw`(?<hour>\d{1,2})\s*[:.hH]\s*(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?`;
// An offset follows the time directly or has four digits: `10:00 - 11:30` is a span.
const zone = String.raw`(?<zone>[+-]\d{1,2}(?::?\d{2})?(?!\d)|\s?\(?(?:GMT|UTC)?[+-]\d{4}(?!\d)|\s?(?:GMT|UTC)[+-]\d{1,2}(?::\d{2})?|\s?\(?[A-Za-z]{1,5}\b)?`;
const time = String.raw`(?:[\s,T]*(?:(?:at|um|à|a las|kl\.?|o|klo)\s+)?-?\s*${clock}(?:\s*Uhr)?\s?(?<half>[AaPp]\.?[Mm]\.?)?${zone})?`;
const letters = String.raw`[\p{L}\p{M}]{3,}`;
const shapes = [
  // 2026-11-20T10:00:00+01:00, 2026-11-20 10:00, 2026/11/20
  new RegExp(
    String.raw`(?<!\d)(?<year>\d{4})[-/.]\s?(?<month>\d{1,2})[-/.]\s?(?<day>\d{1,2})(?!\d)(?:\.(?=\s))?${time}`,
    'u',
  ),
  // 2026年11月20日 10:00, 2026년 11월 20일
  new RegExp(
    String.raw`(?<year>\d{4})\s?[年년]\s?(?<month>\d{1,2})\s?[月월]\s?(?<day>\d{1,2})\s?[日일]${time}`,
    'u',
  ),
  // 令和8年11月20日
  /(?<era>令和|平成)\s?(?<eraYear>\d{1,2}|元)年\s?(?<month>\d{1,2})月\s?(?<day>\d{1,2})日/u,
  // 20 tháng 11 năm 2026, 20 tháng 11, 2026
  /(?<!\d)(?<day>\d{1,2})\s+tháng\s+(?<month>\d{1,2})(?:\s+năm|,)\s+(?<year>\d{4})/iu,
  // 20261120T100000Z
  /(?<!\d)(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<zone>Z|[+-]\d{2}:?\d{2})?)?(?!\d)/u,
  // Fri, 20 Nov 2026 10:00:00 GMT; 20. November 2026, 10.00 Uhr; 20-Nov-26
  new RegExp(
    String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s-]*(?:de\s+|of\s+)?(?<name>${letters}\.?)[\s,-]*(?:de[l]?\s+|พ\.ศ\.\s?)?(?<year>\d{4}|\d{2})(?!\d|:)${time}`,
    'iu',
  ),
  // November 20th, 2026 at 10:00 AM
  new RegExp(
    String.raw`(?<name>${letters}\.?)\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?!\d)${time}`,
    'iu',
  ),
  // Fri Nov 20 10:00:00 CET 2026 (Unix date)
  /(?<name>\p{L}{3,})\s+(?<day>\d{1,2})\s+(?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2})\s+(?:(?<zone>[+-]\d{4}|[A-Z]{1,5})\s+)?(?<year>\d{4})/iu,
  // 20.11.2026, 10:00 Uhr; 20/11/2026
  new RegExp(
    String.raw`(?<!\d)(?<day>\d{1,2})[./-]\s?(?<month>\d{1,2})[./-]\s?(?<year>\d{4}|\d{2})(?!\d|[./-]\d)${time}`,
    'u',
  ),
  // 11/20/2026, which cannot have the day first
  new RegExp(String.raw`(?<!\d)(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4})(?!\d)${time}`, 'u'),
];

/**
 * Reads a date as publishers write it: ISO 8601, RFC 822 with named or numeric zones, Unix time, `20.
 * November 2026, 10.00 Uhr`, `Nov 20, 2026 at 10 AM`, `20.11.2026` (day first; month first only where the
 * numbers leave no choice). Answers ISO 8601 with the offset as given (`2026-11-20T10:00:00+01:00`), a date
 * alone when no time was given, null when it is no date.
 */
export function parseDate(value: string | number | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const text = westernDigits(String(value).trim().slice(0, 200));
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return fromEpoch(Number(text) * 1000);
  if (/^\d{12,13}$/.test(text)) return fromEpoch(Number(text));
  for (const shape of shapes) {
    const iso = toIso(shape.exec(text)?.groups);
    if (iso) return iso;
  }
  return null;
}

/** Where each of these begins, the digits of a script follow one another. */
const zeros = ['\u0660', '\u06F0', '\u0966', '\u09E6', '\u0E50', '\uFF10'].map((zero) => zero.charCodeAt(0));
const otherDigits = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59\uFF10-\uFF19]/g;

/** Arabic, Persian, Indian, Thai and full-width digits as 0 to 9. */
export function westernDigits(text: string): string {
  return text.replace(otherDigits, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code && code < zero + 10) ?? code));
  });
}

/** Milliseconds since 1970 of what `parseDate` answers; a date alone and a time without zone count as UTC. */
export function instantOf(iso: string): number {
  return Date.parse(/T/.test(iso) && !/(Z|[+-]\d{2}:\d{2})$/.test(iso) ? `${iso}Z` : iso);
}

function fromEpoch(ms: number): string | null {
  return ms > 0 ? new Date(ms).toISOString().replace('.000Z', 'Z') : null;
}

function toIso(groups: Record<string, string | undefined> | undefined): string | null {
  if (!groups) return null;
  const month = groups['name'] === undefined ? Number(groups['month']) : monthOf(groups['name']);
  const day = Number(groups['day']);
  let year =
    groups['era'] === undefined ? Number(groups['year']) : yearOfEra(groups['era'], groups['eraYear']);
  // Thailand counts from the Buddha's death.
  if (year >= 2400 && year < 2700) year -= 543;
  if ((groups['year'] ?? '').length === 2) year += year < 70 ? 2000 : 1900;
  if (month === undefined) return null;
  if (
    year < 1900 ||
    year > 2200 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
    return null;
  const date = `${year}-${pad(month)}-${pad(day)}`;
  if (groups['hour'] === undefined) return date;
  let hour = Number(groups['hour']);
  const half = groups['half']?.toLowerCase()[0];
  if (half === 'p' && hour < 12) hour += 12;
  if (half === 'a' && hour === 12) hour = 0;
  const minute = Number(groups['minute']);
  const second = Math.min(59, Number(groups['second'] ?? 0));
  if (minute > 59 || hour > 24) return date;
  const fraction =
    groups['fraction'] === undefined ? '' : `.${groups['fraction'].slice(0, 3).padEnd(3, '0')}`;
  const clockText = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction}`;
  const offset = offsetOf(groups['zone']);
  if (hour === 24)
    return new Date(Date.parse(`${date}T00:00:00${offset}`) + 86_400_000).toISOString().replace('.000Z', 'Z');
  return `${date}T${clockText}${offset}`;
}

/** Japan's eras Reiwa and Heisei; the first year is called 元. */
function yearOfEra(era: string, year: string | undefined): number {
  return (era === '令和' ? 2018 : 1988) + (year === '元' ? 1 : Number(year));
}

/** `+0100`, `+1`, `CEST` → `+01:00`...; nothing and unknown letters count as UTC. */
function offsetOf(zoneText: string | undefined): string {
  const name = zoneText?.replace(/[\s()]/g, '').replace(/^(?:GMT|UTC)(?=[+-])/, '');
  const numeric = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(name ?? '');
  if (numeric) {
    const hours = Number(numeric[2]);
    const minutes = Number(numeric[3] ?? 0);
    if (hours > 14 || minutes > 59) return 'Z';
    return hours === 0 && minutes === 0 ? 'Z' : `${numeric[1]}${pad(hours)}:${pad(minutes)}`;
  }
  const minutes = zones[(name ?? '').toUpperCase()] ?? 0;
  if (minutes === 0) return 'Z';
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
