import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type {
  LogSection_project$data,
  LogSection_project$key,
} from '../../../__generated__/LogSection_project.graphql.ts';
import type { LogSectionPageQuery } from '../../../__generated__/LogSectionPageQuery.graphql.ts';
import type { LogSectionQuery } from '../../../__generated__/LogSectionQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { cutDate } from '../../../ui/format.ts';
import { LoadMore, recordsStep } from '../../../ui/LoadMore.tsx';
import { Bar } from '../../../ui/Skeletons.tsx';
import { projectLogWords } from '../../../generated/words/projectLog.ts';
import { settingNamesWords } from '../../../generated/words/settingNames.ts';
import { textUnder, useWords, wordsNow } from '../../../words/word-catalogue.ts';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';

/** Who changed what of the project, newest first; for maintainers. */
export default function LogSection({ form }: SectionProps) {
  const w = useWords(projectLogWords);
  return (
    <Part what={w.what} waiting={<Bar height={120} />}>
      {(attempt) => <Log project={form.project.id} attempt={attempt} />}
    </Part>
  );
}

function Log({ project: id, attempt }: { project: string; attempt: number }) {
  const { project } = useLazyLoadQuery<LogSectionQuery>(
    graphql`
    query LogSectionQuery($id: ID!) @throwOnFieldError {
      project(id: $id) {
        ...LogSection_project
      }
    }
  `,
    { id },
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  return project && <Records project={project} />;
}

function Records({ project }: { project: LogSection_project$key }) {
  const w = useWords(projectLogWords);
  const {
    data: { logs },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<LogSectionPageQuery, LogSection_project$key>(
    graphql`
    fragment LogSection_project on Project
    @refetchable(queryName: "LogSectionPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }) {
      logs(first: $count, after: $cursor) @connection(key: "LogSection_logs") {
        edges {
          node {
            id
            action
            createdAt
            changes {
              field
              label
              before
              after
              isList
              added
              removed
              diff {
                kind
                text
              }
            }
            details {
              name
              label
              values
            }
            user {
              name
            }
          }
        }
      }
    }
  `,
    project,
  );
  const edges = logs?.edges ?? [];
  if (edges.length === 0) return <p className={styles.hint}>{w.none}</p>;
  return (
    <>
      <ul className={styles.log}>
        {edges.map(({ node: { id, action, createdAt, user, changes, details } }) => (
          <li key={id}>
            <p>
              <time dateTime={createdAt}>{cutDate(createdAt)}</time>
              <strong>{w.actions[action as keyof typeof w.actions] ?? action}</strong>
              <span>{user?.name ?? w.program}</span>
            </p>
            {details.length > 0 && (
              <p>
                {details.map(({ name, label, values }) => (
                  <span key={name}>
                    {labelOf(name, label)}: {values.join('; ') || w.empty}
                  </span>
                ))}
              </p>
            )}
            {changes.map((change) => (
              <div key={change.field} className={styles.logged}>
                <span>{labelOf(change.field, change.label)}:</span> <LoggedChange change={change} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      <LoadMore
        what={w.records}
        shown={edges.length}
        more={hasNext}
        busy={isLoadingNext}
        onMore={() => loadNext(recordsStep)}
      />
    </>
  );
}

/**
 * What a logged value is called: a setting as beside its field.
 * @param told what the server calls it, for what the catalogue does not know
 */
const labelOf = (name: string, told: string): string =>
  textUnder(wordsNow(projectLogWords).label, name) ??
  textUnder(wordsNow(settingNamesWords), name)?.label ??
  told;

type Logged = NonNullable<LogSection_project$data['logs']>['edges'][number]['node']['changes'][number];

/**
 * A change as a difference: of a text its pieces, of a list what came and went, of anything else before and
 * after.
 */
function LoggedChange({ change: { before, after, isList, added, removed, diff } }: { change: Logged }) {
  const w = useWords(projectLogWords);
  if (diff)
    return (
      <span className={styles.diff}>
        {diff.map(({ kind, text }, index) =>
          kind === 'removed' ? (
            <del key={index}>{text}</del>
          ) : kind === 'added' ? (
            <ins key={index}>{text}</ins>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
      </span>
    );
  if (isList && added.length + removed.length > 0)
    return (
      <ul className={styles.listed}>
        {removed.map((item, index) => (
          <li key={`removed${index}`}>
            <del>{item}</del>
          </li>
        ))}
        {added.map((item, index) => (
          <li key={`added${index}`}>
            <ins>{item}</ins>
          </li>
        ))}
      </ul>
    );
  return (
    <span>
      <del>{before ?? w.empty}</del> <span className="visually-hidden">{w.became}</span>{' '}
      <ins>{after ?? w.empty}</ins>
    </span>
  );
}
