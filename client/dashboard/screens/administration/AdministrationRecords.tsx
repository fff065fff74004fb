import type { ReactNode } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  AdministrationRecords_query$data,
  AdministrationRecords_query$key,
} from '../../__generated__/AdministrationRecords_query.graphql.ts';
import type { AdministrationRecordsPageQuery } from '../../__generated__/AdministrationRecordsPageQuery.graphql.ts';
import type { AdministrationRecordsQuery } from '../../__generated__/AdministrationRecordsQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { b } from '../../ui/rich-text.tsx';
import { pageSizes } from '../../generated/limits.ts';
import { administrationWords, type AdministrationWords } from '../../generated/words/administration.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

interface AdministrationLogPanelProps {
  /** What the records are about, by global id. */
  about: AdministrationRecordsQuery['variables'];
  /** Another number after each change, so that it is seen here. */
  changes: number;
}

/** What administrators did to one organization, project or person. */
export function AdministrationLogPanel({ about, changes }: AdministrationLogPanelProps) {
  const { log: w } = useWords(administrationWords);
  return (
    <Panel title={w.title}>
      <Part what={w.what} of={String(changes)} waiting={<Bar height={90} />}>
        {(attempt) => <Records about={about} asked={`${attempt}.${changes}`} />}
      </Part>
    </Panel>
  );
}

function Records({ about, asked }: { about: AdministrationRecordsQuery['variables']; asked: string }) {
  const { log: w } = useWords(administrationWords);
  const query = useFreshQuery<AdministrationRecordsQuery>(
    graphql`
    query AdministrationRecordsQuery($organization: ID, $project: ID, $user: ID) @throwOnFieldError {
      ...AdministrationRecords_query @arguments(organization: $organization, project: $project, user: $user)
    }
  `,
    about,
    asked,
  );
  return <AdministrationRecords query={query} none={w.noneHere} about />;
}

interface AdministrationRecordsProps {
  query: AdministrationRecords_query$key;
  /** Shown where there are none. */
  none: string;
  /** The records are on the page of their subject and don't name it. */
  about?: boolean;
}

/** Who did what, newest first, as sentences. */
export function AdministrationRecords({ query, none, about = false }: AdministrationRecordsProps) {
  const { log: w } = useWords(administrationWords);
  const {
    data: { administrationLog },
    ...pages
  } = usePaginationFragment<AdministrationRecordsPageQuery, AdministrationRecords_query$key>(
    graphql`
    fragment AdministrationRecords_query on Query
    @refetchable(queryName: "AdministrationRecordsPageQuery")
    @argumentDefinitions(
      organization: { type: "ID" }
      project: { type: "ID" }
      user: { type: "ID" }
      count: { type: "Int", defaultValue: 15 }
      cursor: { type: "String" }
    ) {
      administrationLog(organization: $organization, project: $project, user: $user, first: $count, after: $cursor)
        @connection(key: "AdministrationRecords_administrationLog") {
        edges {
          node {
            id
            code
            action
            createdAt
            reason
            user {
              name
            }
            organization {
              databaseId
              name
            }
            project {
              databaseId
              name
            }
            subject {
              id
              name
              email
            }
            featuresAdded
            featuresRemoved
            characters
            voice
            platformRole
            projectRole
          }
        }
      }
    }
  `,
    query,
  );
  return (
    <PagedList
      items={administrationLog.edges}
      className={styles.records}
      none={<p className={styles.note}>{none}</p>}
      what={w.many}
      pages={pages}
      step={pageSizes.log}
    >
      {({ node }) => <Entry key={node.id} entry={node} about={about} />}
    </PagedList>
  );
}

type EntryData = AdministrationRecords_query$data['administrationLog']['edges'][number]['node'];

function Entry({ entry, about }: { entry: EntryData; about: boolean }) {
  const { log: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const { code, action, createdAt, user, reason } = entry;
  return (
    <li>
      <p>
        <time dateTime={createdAt}>{format(createdAt)}</time>
        <span>
          {(code &&
            textByKey(
              about ? w.actions : w.actionsOf,
              code,
            )?.({ who: user?.name ?? w.somebody, concerned: <Concerned entry={entry} />, b })) ??
            action}
        </span>
      </p>
      <Details entry={entry} />
      {reason && <p className={styles.reason}>{reason}</p>}
    </li>
  );
}

/** What was changed: by its name, as a link to where administrators see it. */
function Concerned({ entry: { organization, project, subject, voice } }: { entry: EntryData }): ReactNode {
  const { log: w } = useWords(administrationWords);
  if (voice != null) return voice;
  if (!organization && !project && !subject) return w.everybody;
  const base = '/projects/administration';
  return [
    organization && { to: `${base}/organizations/${organization.databaseId}`, name: organization.name },
    project && { to: `${base}/projects/${project.databaseId}`, name: project.name },
    subject && {
      to: `${base}/people/${encodeURIComponent(subject.id)}`,
      name: subject.name || subject.email,
    },
  ]
    .filter((one) => !!one)
    .map(({ to, name }, index) => (
      <span key={to}>
        {index > 0 && ', '}
        <Link to={to}>{name}</Link>
      </span>
    ));
}

/** A change of a balance: what was added, or taken. */
const charactersOf = (change: number, w: AdministrationWords['log']): string =>
  change < 0 ? w.charactersDeducted({ count: -change }) : w.charactersAdded({ count: change });

/** What was changed as a difference: what came is marked as added, what went as removed. */
function Details({
  entry: { featuresAdded, featuresRemoved, characters, platformRole, projectRole },
}: {
  entry: EntryData;
}) {
  const w = useWords(administrationWords);
  const featureNames = useWords(organizationWords).features.names;
  const namesOf = (features: readonly string[]) =>
    features.map((feature) => textByKey(featureNames, feature) ?? feature).join(', ');
  const role =
    (platformRole && (textByKey(w.person.roles, platformRole) ?? platformRole)) ??
    (projectRole && (textByKey(w.roles.names, projectRole) ?? projectRole));
  const details = [
    featuresAdded.length > 0 &&
      w.log.given({ features: namesOf(featuresAdded), ins: (text) => <ins>{text}</ins> }),
    featuresRemoved.length > 0 &&
      w.log.taken({ features: namesOf(featuresRemoved), del: (text) => <del>{text}</del> }),
    typeof characters === 'number' && charactersOf(characters, w.log),
    role && w.log.role({ role }),
  ].filter(Boolean);
  return (
    details.length > 0 && (
      <p className={styles.details}>
        {details.map((detail, index) => (
          <span key={index}>{detail}</span>
        ))}
      </p>
    )
  );
}
