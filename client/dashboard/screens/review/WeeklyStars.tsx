import { formatDay } from '../../ui/format.ts';
import { reviewWords } from '../../generated/words/review.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { formatStars } from './format-stars.ts';
import styles from './Quality.module.css';

/** Width of a week and height of five stars, in the picture's units. */
const [step, height] = [8, 30];
const dayMs = 24 * 60 * 60 * 1_000;

interface WeeklyStarsProps {
  /** Those with reviews, in order. */
  weeks: readonly {
    readonly week: string;
    readonly reviews: number;
    readonly average?: number | null | undefined;
  }[];
  /** Weeks that are drawn, up to the last one of all. */
  count: number;
  /** First day of the last week that is drawn. */
  last: string;
}

/** The average of each week as a bar, five stars high; a week without reviews is a gap. */
export function WeeklyStars({ weeks, count, last }: WeeklyStarsProps) {
  const w = useWords(reviewWords).quality;
  const indexOf = (week: string) =>
    count - 1 - Math.round((Date.parse(last) - Date.parse(week)) / (7 * dayMs));
  const told = weeks.map(({ week, reviews, average }) =>
    w.week({ day: formatDay(week), average: formatStars(average), count: reviews }),
  );
  return (
    <svg
      className={styles.weeks}
      viewBox={`0 0 ${count * step} ${height}`}
      role="img"
      aria-label={told.join('\n')}
      preserveAspectRatio="none"
    >
      {weeks.map(({ week, average }, index) => {
        const tall = ((average ?? 0) / 5) * height;
        return (
          <rect
            key={week}
            x={indexOf(week) * step + 1}
            y={height - tall}
            width={step - 2}
            height={tall}
            rx="1"
          >
            <title>{told[index]}</title>
          </rect>
        );
      })}
    </svg>
  );
}
