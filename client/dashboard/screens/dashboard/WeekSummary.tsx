import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { WeekSummary_overview$key } from '../../__generated__/WeekSummary_overview.graphql.ts';
import { DayBars } from '../../ui/time/DayBars.tsx';
import { overviewWords } from '../../generated/words/overview.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { minutesText } from './minutes-text.ts';
import styles from './DashboardScreen.module.css';

/** Shows the last seven days: generated audio, plays, and the most active projects. */
export function WeekSummary({ overview: key }: { overview: WeekSummary_overview$key }) {
  const { week } = useFragment(overviewFragment, key);
  const w = useWords(overviewWords);
  const heard = (minutes: number) => minutesText(w, minutes);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const heardAtAll = sum(week.days.map(({ minutesHeard }) => minutesHeard));
  return (
    <div className={styles.lists}>
      <section className={styles.list} aria-labelledby="week-voiced">
        <h2 id="week-voiced">{w.week.voiced}</h2>
        <p className={styles.total}>
          {w.week.articles({ count: sum(week.days.map(({ articles }) => articles)) })}
        </p>
        <DayBars
          label={w.week.voiced}
          days={week.days.map(({ day, articles }) => ({
            day,
            value: articles,
            text: w.week.articles({ count: articles }),
          }))}
        />
      </section>
      <section className={styles.list} aria-labelledby="week-heard">
        <h2 id="week-heard">{w.week.heard}</h2>
        <p className={styles.total}>{heard(heardAtAll)}</p>
        {heardAtAll === 0 ? (
          <p className={styles.quiet}>{w.week.heardNone}</p>
        ) : (
          <DayBars
            label={w.week.heard}
            days={week.days.map(({ day, minutesHeard }) => ({
              day,
              value: minutesHeard,
              text: heard(minutesHeard),
            }))}
          />
        )}
      </section>
      {week.projects.length > 1 && (
        <section className={styles.list} aria-labelledby="week-projects">
          <h2 id="week-projects">{w.week.projects}</h2>
          <ul>
            {week.projects.map(({ project, days }) => (
              <li key={project.id} className={styles.busy}>
                <Link to={`/projects/${project.databaseId}`}>{project.name}</Link>
                <span className={styles.busyFigures}>
                  {w.week.articles({ count: sum(days.map(({ articles }) => articles)) })} ·{' '}
                  {w.week.minutesHeard({
                    count: Math.round(sum(days.map(({ minutesHeard }) => minutesHeard))),
                  })}
                </span>
                <DayBars
                  small
                  label={w.week.of({ project: project.name })}
                  days={days.map(({ day, minutesHeard, articles }) => ({
                    day,
                    value: minutesHeard + articles,
                    text: `${w.week.articles({ count: articles })}, ${heard(minutesHeard)}`,
                  }))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const overviewFragment = graphql`
  fragment WeekSummary_overview on Overview {
    week {
      days {
        day
        articles
        minutesHeard
      }
      projects {
        project {
          id
          databaseId
          name
        }
        days {
          day
          minutesHeard
          articles
        }
      }
    }
  }
`;
