import { graphql, usePaginationFragment } from 'react-relay';
import type {
  LogSection_project$data,
  LogSection_project$key,
} from '../../../__generated__/LogSection_project.graphql.ts';
import type { LogSectionPageQuery } from '../../../__generated__/LogSectionPageQuery.graphql.ts';
import type { LogSectionQuery } from '../../../__generated__/LogSectionQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { PagedList } from '../../../ui/lists/PagedList.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { pageSizes } from '../../../generated/limits.ts';
import { projectLogWords } from '../../../generated/words/projectLog.ts';
import { textByKey, useWords } from '../../../words/word-catalogue.ts';
import { loggedInWords, loggedLabel, logSubjectOf, type LogSubject } from '../logged-values.ts';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';
import { LogTime } from '../../../ui/time/LogTime.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

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
  const { project } = useFreshQuery<LogSectionQuery>(
    graphql`
    query LogSectionQuery($id: ID!) @throwOnFieldError {
      project(id: $id) {
        ...LogSection_project
      }
    }
  `,
    { id },
    attempt,
  );
  return project && <Records project={project} />;
}

function Records({ project }: { project: LogSection_project$key }) {
  const w = useWords(projectLogWords);
  const {
    data: { log },
    ...pages
  } = usePaginationFragment<LogSectionPageQuery, LogSection_project$key>(
    graphql`
    fragment LogSection_project on Project
    @refetchable(queryName: "LogSectionPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }) {
      log(first: $count, after: $cursor) @connection(key: "LogSection_log") {
        edges {
          node {
            id
            code
            action
            createdAt
            changes {
              field
              isList
              from {
                ...loggedValues_value
              }
              to {
                ...loggedValues_value
              }
              added {
                ...loggedValues_value
              }
              removed {
                ...loggedValues_value
              }
              textChanges {
                kind
                text
              }
            }
            details {
              field
              values {
                ...loggedValues_value
              }
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
  const now = useNow();
  return (
    <PagedList
      items={log?.edges ?? []}
      className={styles.log}
      none={<p className={styles.hint}>{w.none}</p>}
      what={w.records}
      pages={pages}
      step={pageSizes.log}
    >
      {({ node }) => <Entry key={node.id} entry={node} now={now} />}
    </PagedList>
  );
}

type LogEntry = NonNullable<LogSection_project$data['log']>['edges'][number]['node'];

function Entry({
  entry: { code, action, createdAt, user, changes, details },
  now,
}: {
  entry: LogEntry;
  now: number;
}) {
  const w = useWords(projectLogWords);
  const logged = logSubjectOf(code);
  return (
    <li>
      <p>
        <LogTime at={createdAt} now={now} />
        <strong>{(code && textByKey(w.actions, code)) ?? action}</strong>
        <span>{user?.name ?? w.program}</span>
      </p>
      {details.length > 0 && (
        <p>
          {details.map(({ field, values }) => (
            <span key={field}>
              {w.part({
                label: loggedLabel(logged, field),
                value: listInWords(values.map((value) => loggedInWords(logged, field, value))) ?? w.empty,
              })}
            </span>
          ))}
        </p>
      )}
      {changes.map((change) => (
        <div key={change.field} className={styles.logged}>
          <span>{w.field({ label: loggedLabel(logged, change.field) })}</span>{' '}
          <LoggedChange logged={logged} change={change} />
        </div>
      ))}
    </li>
  );
}

const listInWords = (values: readonly string[]): string | undefined => values.join('; ') || undefined;

/**
 * A change as a difference: of a text its pieces, of a list what came and went, of anything else before and
 * after.
 */
function LoggedChange({
  logged,
  change: { field, from, to, isList, added, removed, textChanges },
}: {
  logged: LogSubject;
  change: LogEntry['changes'][number];
}) {
  const w = useWords(projectLogWords);
  const inWords = (values: typeof from) => values.map((value) => loggedInWords(logged, field, value));
  if (textChanges)
    return (
      <span className={styles.diff}>
        {textChanges.map(({ kind, text }, index) =>
          kind === 'REMOVED' ? (
            <del key={index}>{text}</del>
          ) : kind === 'ADDED' ? (
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
        {inWords(removed).map((item, index) => (
          <li key={`removed${index}`}>
            <del>{item}</del>
          </li>
        ))}
        {inWords(added).map((item, index) => (
          <li key={`added${index}`}>
            <ins>{item}</ins>
          </li>
        ))}
      </ul>
    );
  return (
    <span>
      {w.became({
        from: listInWords(inWords(from)) ?? w.empty,
        to: listInWords(inWords(to)) ?? w.empty,
        old: (text) => <del>{text}</del>,
        unseen: (text) => <span className="visually-hidden">{text}</span>,
        new: (text) => <ins>{text}</ins>,
      })}
    </span>
  );
}
