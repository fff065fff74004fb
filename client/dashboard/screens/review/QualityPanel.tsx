import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  QualityPanelQuery,
  QualityPanelQuery$data,
} from '../../__generated__/QualityPanelQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { reviewWords } from '../../generated/words/review.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { formatStars } from './format-stars.ts';
import styles from './Quality.module.css';
import { WeeklyStars } from './WeeklyStars.tsx';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** Weeks that are compared; those of the server's default. */
const shownWeeks = 12;
const kinds = ['VOICE', 'PROVIDER', 'SOURCE', 'REVIEWER'] as const;

type Quality = NonNullable<NonNullable<QualityPanelQuery$data['project']>['reviewQuality']>;
type Group = Quality['groups'][number];

interface QualityPanelProps {
  project: string;
  /** Only what has got worse, with the way to the rest; nothing where nothing has. */
  isBrief?: boolean;
}

/** What reviews say over time: by voice, speech service, source and reviewer, and which got worse. */
export default function QualityPanel({ project, isBrief = false }: QualityPanelProps) {
  const w = useWords(reviewWords).quality;
  return (
    <Part of={project} what={w.what}>
      {(attempt) => <Read project={project} attempt={attempt} isBrief={isBrief} />}
    </Part>
  );
}

function Read({ project: id, attempt, isBrief }: { project: string; attempt: number; isBrief: boolean }) {
  const w = useWords(reviewWords).quality;
  const { project } = useFreshQuery<QualityPanelQuery>(
    qualityPanelQuery,
    { project: id, weeks: shownWeeks },
    attempt,
  );
  const quality = project?.reviewQuality;
  if (!quality) return null;
  const worse = quality.groups.filter(({ isWorse }) => isWorse);
  if (isBrief)
    return worse.length === 0 ? null : (
      <div>
        <Worse groups={worse} />
        <Link to={`/projects/${id}/qa`}>{w.details}</Link>
      </div>
    );
  return (
    <Panel title={w.title}>
      <Worse groups={worse} />
      <p>
        {quality.reviews === 0
          ? w.none({ weeks: shownWeeks })
          : w.over({ weeks: shownWeeks, count: quality.reviews, average: formatStars(quality.average) })}
      </p>
      <div className={styles.groups}>
        {kinds.map((kind) => (
          <Groups
            key={kind}
            kind={kind}
            groups={quality.groups.filter((group) => group.kind === kind)}
            last={quality.weeks.at(-1)?.week ?? ''}
          />
        ))}
        {quality.corrected.length > 0 && (
          <section>
            <h3>{w.corrected}</h3>
            <ol className={styles.words}>
              {quality.corrected.map(({ word, dictionary, articles, times }) => (
                <li key={`${dictionary} ${word}`}>
                  <strong>{word}</strong>
                  <span>
                    {dictionary} · {w.correctedIn({ articles, times })}
                  </span>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </Panel>
  );
}

function Worse({ groups }: { groups: readonly Group[] }) {
  const w = useWords(reviewWords).quality;
  const nameOf = useNames();
  if (groups.length === 0) return null;
  return (
    <ul className={styles.worse}>
      {groups.map((group) => (
        <li key={`${group.kind} ${group.key}`}>
          <strong>{toldOf(w.worse, group, nameOf(group))}</strong>{' '}
          {w.fell({ recent: formatStars(group.recent.average), before: formatStars(group.before.average) })}
        </li>
      ))}
    </ul>
  );
}

type WorseWords = Readonly<Record<(typeof kinds)[number], (told: { name: string }) => string>>;

const toldOf = (words: WorseWords, { kind }: Group, name: string): string =>
  words[kind === '%future added value' ? 'VOICE' : kind]({ name });

function useNames(): (group: Group) => string {
  const w = useWords(reviewWords).quality;
  const { kinds: sources } = useWords(projectWords).sources;
  return ({ name, sourceType }) =>
    name ?? (sourceType && sourceType !== '%future added value' ? sources[sourceType] : w.gone);
}

function Groups({
  kind,
  groups,
  last,
}: {
  kind: (typeof kinds)[number];
  groups: readonly Group[];
  last: string;
}) {
  const w = useWords(reviewWords).quality;
  const nameOf = useNames();
  if (groups.length === 0) return null;
  return (
    <section>
      <h3>{w.by[kind]}</h3>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{w.name}</th>
              <th scope="col">{w.reviews}</th>
              <th scope="col">{w.average}</th>
              <th scope="col">{w.recent}</th>
              <th scope="col">{w.course}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.key ?? ''} data-worse={group.isWorse || undefined}>
                <th scope="row">{nameOf(group)}</th>
                <td>{group.reviews}</td>
                <td>{formatStars(group.average)}</td>
                <td>{formatStars(group.recent.average)}</td>
                <td>
                  <WeeklyStars weeks={group.weeks} count={shownWeeks} last={last} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const qualityPanelQuery = graphql`
  query QualityPanelQuery($project: ID!, $weeks: Int!) @throwOnFieldError {
    project(id: $project) {
      reviewQuality(weeks: $weeks) {
        reviews
        average
        weeks {
          week
          reviews
          average
        }
        groups {
          kind
          key
          name
          sourceType
          reviews
          average
          isWorse
          recent {
            average
          }
          before {
            average
          }
          weeks {
            week
            reviews
            average
          }
        }
        corrected {
          word
          dictionary
          articles
          times
        }
      }
    }
  }
`;
