import {
  IconBook2,
  IconEar,
  IconFolder,
  IconKey,
  IconMicrophone2,
  IconPencil,
  IconPlus,
  IconRss,
  IconWorldWww,
  IconX,
} from '@tabler/icons-react';
import { graphql, useFragment, usePaginationFragment } from 'react-relay';
import { NavLink } from 'react-router-dom';
import type { SideBar_project$key } from '../../__generated__/SideBar_project.graphql.ts';
import type { SideBarPageQuery } from '../../__generated__/SideBarPageQuery.graphql.ts';
import type { SideBar_viewer$data, SideBar_viewer$key } from '../../__generated__/SideBar_viewer.graphql.ts';
import { LoadMore } from '../../ui/lists/LoadMore.tsx';
import { pageSizes } from '../../generated/limits.ts';
import { shellWords } from '../../generated/words/shell.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SideBar.module.css';

type Project = SideBar_viewer$data['projects']['edges'][number]['node'];

/** The projects by organization, then the private ones, and the ways to the rest. */
export function SideBar({ viewer: key, onClose }: { viewer: SideBar_viewer$key; onClose?: () => void }) {
  const w = useWords(shellWords);
  const {
    data: { projects: connection },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<SideBarPageQuery, SideBar_viewer$key>(viewerFragment, key);
  const projects = connection.edges.map(({ node }) => node);
  const { organizations, personal } = group(projects);
  return (
    <nav className={styles.nav} aria-label={w.projects.title}>
      <div className={styles.head}>
        <NavLink to="/projects/create" className={styles.create}>
          <IconPlus size={16} stroke={2} /> {w.projects.create}
        </NavLink>
        {onClose && (
          <button type="button" className={styles.close} onClick={onClose} aria-label={w.closeNavigation}>
            <IconX size={18} />
          </button>
        )}
      </div>
      <div className={styles.groups}>
        {organizations.map(({ organization, projects: ofOrganization }) => (
          <details key={organization.id} open className={styles.group}>
            <summary>
              {organization.name}
              {organization.pseudo && <span className={styles.pseudo}>{organization.pseudo}</span>}
            </summary>
            <ProjectList projects={ofOrganization} />
          </details>
        ))}
        {personal.length > 0 && (
          <details open className={styles.group}>
            <summary>{w.projects.personal}</summary>
            <ProjectList projects={personal} />
          </details>
        )}
        {projects.length > 0 && (
          <LoadMore
            what={w.projects.many}
            shown={projects.length}
            more={hasNext}
            busy={isLoadingNext}
            onMore={() => loadNext(pageSizes.most)}
          />
        )}
        {projects.length === 0 && <p className={styles.none}>{w.projects.none}</p>}
      </div>
      <div className={styles.links}>
        <NavLink to="/dictionaries" className={styles.link}>
          <IconEar size={17} stroke={1.7} /> {w.dictionaries}
        </NavLink>
        <NavLink to="/studio" className={styles.link}>
          <IconMicrophone2 size={17} stroke={1.7} /> {w.studio}
        </NavLink>
        <NavLink to="/projects/docs" className={styles.link}>
          <IconBook2 size={17} stroke={1.7} /> {w.documentation}
        </NavLink>
      </div>
    </nav>
  );
}

function ProjectList({ projects }: { projects: readonly Project[] }) {
  return (
    <ul className={styles.list}>
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectLink project={project} />
        </li>
      ))}
    </ul>
  );
}

const icons = { RSS: IconRss, API: IconKey, API_READONLY: IconKey, PARSER: IconWorldWww, MANUAL: IconPencil };

function ProjectLink({ project: key }: { project: SideBar_project$key }) {
  const { databaseId, name, sourceTypes } = useFragment(
    graphql`
    fragment SideBar_project on Project {
      databaseId
      name
      sourceTypes
    }
  `,
    key,
  );
  const [type, ...others] = sourceTypes;
  const only = others.length === 0 ? type : undefined;
  const Icon = icons[only as keyof typeof icons] ?? IconFolder;
  return (
    <NavLink to={`/projects/${databaseId}`} className={styles.link}>
      <Icon size={17} stroke={1.7} data-source={only ?? 'several'} />
      <span>{name}</span>
    </NavLink>
  );
}

/** `Edition 2` sorts before `Edition 10`. */
const byName = new Intl.Collator(undefined, { numeric: true });

/** Sorts by name, regardless of where a new or renamed project is in the list. */
function group(unsorted: readonly Project[]) {
  const projects = [...unsorted].sort((a, b) => byName.compare(a.name, b.name));
  const organizations = new Map<
    string,
    { organization: NonNullable<Project['organization']>; projects: Project[] }
  >();
  const personal: Project[] = [];
  for (const project of projects) {
    const { organization } = project;
    if (!organization) personal.push(project);
    else if (organizations.has(organization.id)) organizations.get(organization.id)!.projects.push(project);
    else organizations.set(organization.id, { organization, projects: [project] });
  }
  return {
    organizations: [...organizations.values()].sort((a, b) =>
      byName.compare(a.organization.name, b.organization.name),
    ),
    personal,
  };
}

const viewerFragment = graphql`
  fragment SideBar_viewer on Viewer
  @refetchable(queryName: "SideBarPageQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 100 }, cursor: { type: "String" }) {
    projects(first: $count, after: $cursor) @connection(key: "SideBar_projects") {
      edges {
        node {
          id
          name
          ...liveFragments_listedProject
          organization {
            id
            name
            pseudo
          }
          ...SideBar_project
        }
      }
    }
  }
`;
