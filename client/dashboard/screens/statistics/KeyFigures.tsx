// oxlint-disable relay/unused-fields -- said() reads the fields of notices
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { KeyFigures_figures$key } from '../../__generated__/KeyFigures_figures.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { formatDay } from '../../ui/format.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { Definition } from './Definition.tsx';
import { changeOf, directionOf, headingOf, shortFigure } from './figures.ts';
import { noticeText } from './Picker.tsx';
import { DaysWords } from './ReportView.tsx';
import styles from './Statistics.module.css';

/** What is looked at first, and how it changed. */
export function KeyFigures({ figures: key }: { figures: KeyFigures_figures$key }) {
  const { from, to, timeZone, beforeFrom, beforeTo, figures } = useFragment(
    graphql`
      fragment KeyFigures_figures on StatisticsKeyFigures {
        from
        to
        timeZone
        beforeFrom
        beforeTo
        figures {
          value
          before
          column {
            name
            unit
            header {
              code
              parameters
              message
            }
            definition {
              code
              parameters
              message
            }
          }
        }
      }
    `,
    key,
  );
  const w = useWords(statisticsWords);
  const then = { from: formatDay(String(beforeFrom)), to: formatDay(String(beforeTo)) };
  return (
    <dl className={styles.key} aria-label={w.key}>
      {figures.map(({ value, before, column }) => {
        const name = headingOf(noticeText(column.header));
        const change = changeOf(value, before);
        const direction = directionOf(value, before);
        return (
          <div key={column.name}>
            <dt>
              {name}
              {column.definition && (
                <Definition name={name}>
                  <p>{noticeText(column.definition)}</p>
                  <DaysWords {...{ from: String(from), to: String(to), timeZone }} />
                </Definition>
              )}
            </dt>
            <dd className={styles.value}>{shortFigure(column.unit, value)}</dd>
            <dd className={styles.change} data-direction={direction ?? undefined}>
              {change === null ? (
                <span aria-label={w.nothingBefore(then)} title={w.nothingBefore(then)} role="img">
                  –
                </span>
              ) : (
                <span
                  role="img"
                  aria-label={value === before ? w.same(then) : w.than({ change, ...then })}
                  title={value === before ? w.same(then) : w.than({ change, ...then })}
                >
                  {direction === 'up' && <IconArrowUpRight size={15} />}
                  {direction === 'down' && <IconArrowDownRight size={15} />}
                  {change}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
