import { perLanguage } from '../../words/language.ts';
import { dateLocale } from '../../words/formatters.ts';
import styles from './DayBars.module.css';

const format = (weekday: 'short' | 'long') =>
  perLanguage((language) => new Intl.DateTimeFormat(dateLocale(language), { weekday, timeZone: 'UTC' }));
const names = { short: format('short'), long: format('long') };

interface DayBarsProps {
  /** What is shown, for screen readers. */
  label: string;
  days: readonly {
    /** YYYY-MM-DD */
    day: string;
    value: number;
    /** The value as people read it. */
    text: string;
  }[];
  /** Without days under the bars: a small one among others. */
  small?: boolean;
}

/** Shows a few days as bars, and as a table for screen readers. */
export function DayBars({ label, days, small = false }: DayBarsProps) {
  const most = Math.max(...days.map(({ value }) => value), 0);
  const nameOf = (day: string, width: keyof typeof names) =>
    names[width]().format(new Date(`${day}T00:00:00Z`));
  return (
    <>
      <div className={styles.days} data-small={small || undefined} aria-hidden="true">
        {days.map(({ day, value, text }) => (
          <div key={day} className={styles.day} title={`${nameOf(day, 'long')}: ${text}`}>
            <span className={styles.room}>
              <span
                className={styles.mark}
                data-none={value === 0 || undefined}
                style={{ height: most === 0 ? 0 : `${(100 * value) / most}%` }}
              />
            </span>
            {!small && <span className={styles.name}>{nameOf(day, 'short')}</span>}
          </div>
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{label}</caption>
        <tbody>
          {days.map(({ day, text }) => (
            <tr key={day}>
              <th scope="row">{nameOf(day, 'long')}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
