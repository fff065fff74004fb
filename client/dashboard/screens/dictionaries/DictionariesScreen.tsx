// oxlint-disable relay/unused-fields -- the voice is handed whole to what hears entries
import '../../ui/forms/forms.css';
import { Button, Select } from '@mantine/core';
import { IconBuilding, IconFolder, IconInfoCircle, IconRefresh, IconWorld } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { graphql, usePaginationFragment, usePreloadedQuery } from 'react-relay';
import {
  Link,
  Navigate,
  NavLink,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import type { DictionariesScreen_projects$key } from '../../__generated__/DictionariesScreen_projects.graphql.ts';
import type { DictionariesScreenPageQuery } from '../../__generated__/DictionariesScreenPageQuery.graphql.ts';
import type { DictionariesScreenQuery } from '../../__generated__/DictionariesScreenQuery.graphql.ts';
import { pageSizes } from '../../generated/limits.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { shellWords } from '../../generated/words/shell.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { LoadMore } from '../../ui/lists/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { WaitingBar } from '../../ui/WaitingBar.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Dictionaries.module.css';
import { DictionaryList } from './DictionaryList.tsx';
import { RevoicingJobs } from './revoicing/RevoicingJobs.tsx';
import { Tabs } from './Tabs.tsx';
import { chosenProjects, levelOf, ownersOf, type Level } from './owners.ts';

const icons = { global: IconWorld, organizations: IconBuilding, projects: IconFolder };

/** Pronunciation dictionaries: global ones, those of an organization, and those of its projects. */
export default function DictionariesScreen() {
  const { viewer } = usePreloadedQuery<DictionariesScreenQuery>(
    dictionariesScreenQuery,
    useLoadedQuery<DictionariesScreenQuery>(),
  );
  const { dictionaries: title } = useWords(shellWords);
  const w = useWords(dictionariesWords);
  const { pathname } = useLocation();
  const [banner, toggleBanner] = useBanner();
  const [orders, setOrders] = useState(false);
  const level = levelOf(pathname);
  if (!viewer) return null;
  const isAdmin = viewer.user?.role === 'ADMIN';
  const memberships = viewer.organizations;
  const levels = (['global', 'organizations', 'projects'] as const).filter(
    (one) => (one !== 'global' || isAdmin) && (one !== 'organizations' || memberships.length > 0),
  );
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {isAdmin && (
              <Button
                variant="subtle"
                leftSection={<IconRefresh size={16} />}
                onClick={() => setOrders(true)}
              >
                {w.revoicingJobs.open}
              </Button>
            )}
            <Button
              variant="subtle"
              leftSection={<IconInfoCircle size={16} />}
              aria-expanded={banner}
              onClick={toggleBanner}
            >
              {banner ? w.banner.hide : w.banner.show}
            </Button>
          </>
        }
      />
      <nav className={styles.levels} aria-label={w.levels.nav}>
        {levels.map((one) => {
          const Icon = icons[one];
          return (
            <NavLink key={one} to={`/dictionaries/${one}`}>
              <Icon size={16} stroke={1.7} aria-hidden="true" /> {w.levels[one]}
            </NavLink>
          );
        })}
      </nav>
      {banner && (
        <div className={styles.banner} role="note">
          <p>{w.banner.text}</p>
          <p>
            {w.banner.order} <Link to="/projects/docs/dictionaries">{w.banner.more}</Link>
          </p>
        </div>
      )}
      {levels.includes(level) ? (
        <Shown level={level} isAdmin={isAdmin} viewer={viewer} />
      ) : (
        <EmptyState icon={icons[level]} role="alert" title={w.noAccess.title}>
          {w.noAccess.text}
        </EmptyState>
      )}
      {orders && <RevoicingJobs onClose={() => setOrders(false)} />}
    </>
  );
}

const bannerKey = 'parlance.dictionaries.banner';

/** Returns whether to explain what dictionaries are: until the user dismisses it. Stored in the browser. */
function useBanner() {
  const [shown, setShown] = useState(() => localStorage.getItem(bannerKey) !== 'off');
  const toggle = () => {
    localStorage.setItem(bannerKey, shown ? 'off' : 'on');
    setShown(!shown);
  };
  return [shown, toggle] as const;
}

type Viewer = NonNullable<DictionariesScreenQuery['response']['viewer']>;

interface ShownProps {
  level: Level;
  isAdmin: boolean;
  viewer: Viewer;
}

function Shown({ level, isAdmin, viewer }: ShownProps) {
  if (level === 'global')
    return <DictionaryList key="global" owner={{ level: 'GLOBAL' }} mayWrite isAdmin={isAdmin} />;
  return level === 'organizations' ? (
    <OfOrganization isAdmin={isAdmin} viewer={viewer} />
  ) : (
    <OfProjects isAdmin={isAdmin} viewer={viewer} />
  );
}

function OfOrganization({ isAdmin, viewer: { organizations: memberships } }: Omit<ShownProps, 'level'>) {
  const { owner } = useParams();
  const membership = memberships.find(({ organization }) => organization.slug === owner);
  // None chosen, or one that is not known: the first.
  if (!membership)
    return <Navigate replace to={`/dictionaries/organizations/${memberships[0]!.organization.slug}`} />;
  const { organization, role } = membership;
  return (
    <>
      <OwnerSelect
        level="organizations"
        owners={memberships.map(({ organization: { slug, name } }) => ({ slug, name }))}
        chosen={organization.slug}
      />
      <DictionaryList
        key={organization.id}
        owner={{ level: 'ORGANIZATION', organization: organization.id }}
        mayWrite={isAdmin || role !== 'VIEWER'}
        isAdmin={isAdmin}
      />
    </>
  );
}

function OfProjects({ isAdmin, viewer }: Omit<ShownProps, 'level'>) {
  const w = useWords(dictionariesWords);
  const { owner: segment } = useParams();
  const [parameters] = useSearchParams();
  const {
    data: { projects: connection },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<DictionariesScreenPageQuery, DictionariesScreen_projects$key>(
    projectsFragment,
    viewer,
  );
  const projects = connection.edges.map(({ node }) => node);
  const memberships = viewer.organizations.map(({ organization }) => organization);
  const {
    owner,
    projects: own,
    project,
  } = chosenProjects(segment, projects, memberships, parameters.get('project'));
  // What an address names may lie beyond the first page.
  const wanted = parameters.get('project') ?? segment;
  const isThere = !wanted || [owner, String(project?.databaseId)].includes(wanted);
  const looking = !isThere && hasNext;
  useEffect(() => {
    if (looking && !isLoadingNext) loadNext(pageSizes.most);
  }, [looking, isLoadingNext, loadNext]);
  if (looking) return <WaitingBar label={w.loading} height={320} />;
  if (owner === null)
    return (
      <EmptyState icon={IconFolder} role="status" title={w.noProjects.title}>
        {w.noProjects.text({ create: (text) => <Link to="/projects/create">{text}</Link> })}
      </EmptyState>
    );
  // The number of a project stays: it leads to its organization, too.
  if (segment !== owner && String(project?.databaseId) !== segment)
    return <Navigate replace to={`/dictionaries/projects/${owner}`} />;
  const mine = projects.find(({ id }) => id === project?.id);
  return (
    <>
      <OwnerSelect level="projects" owners={ownersOf(projects, memberships)} chosen={owner} />
      {!project || !mine ? (
        <EmptyState icon={IconFolder} role="status" title={w.noProjects.ofOrganization} />
      ) : (
        <>
          <ProjectChoice owner={owner} projects={own} chosen={project.databaseId} />
          {hasNext && (
            <LoadMore
              what={w.manyProjects}
              shown={projects.length}
              more
              busy={isLoadingNext}
              onMore={() => loadNext(pageSizes.most)}
            />
          )}
          <DictionaryList
            key={project.id}
            owner={{ level: 'PROJECT', project: project.id }}
            mayWrite={mine.canConfigure}
            isAdmin={isAdmin}
            voice={mine.voice}
          />
        </>
      )}
    </>
  );
}

interface ProjectChoiceProps {
  /** Segment of the address that names whose projects they are. */
  owner: string;
  projects: readonly { databaseId: number; name: string }[];
  chosen: number;
}

/** More projects than these are searched for instead of looked through. */
const tabsMax = 8;

/** Projects of an owner as tabs, or as a list to search if they are many. */
function ProjectChoice({ owner, projects, chosen }: ProjectChoiceProps) {
  const w = useWords(dictionariesWords);
  const navigate = useNavigate();
  const addressOf = (project: number | string) => `/dictionaries/projects/${owner}?project=${project}`;
  return projects.length > tabsMax ? (
    <SearchSelect
      className={styles.owner}
      label={w.project}
      allowDeselect={false}
      data={projects.map(({ databaseId, name }) => ({ value: String(databaseId), label: name }))}
      value={String(chosen)}
      onChange={(id) => id && void navigate(addressOf(id))}
    />
  ) : (
    <Tabs label={w.projectTabs}>
      {projects.map(({ databaseId, name }) => (
        <Link
          key={databaseId}
          to={addressOf(databaseId)}
          aria-current={databaseId === chosen ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </Tabs>
  );
}

function OwnerSelect({
  level,
  owners,
  chosen,
}: {
  level: Level;
  owners: readonly { slug: string; name: string | null }[];
  chosen: string;
}) {
  const w = useWords(dictionariesWords);
  const navigate = useNavigate();
  return (
    <Select
      className={styles.owner}
      label={w.organization}
      allowDeselect={false}
      searchable={owners.length > 10}
      data={owners.map(({ slug, name }) => ({ value: slug, label: name ?? w.privateProjects }))}
      value={chosen}
      onChange={(slug) => slug && void navigate(`/dictionaries/${level}/${slug}`)}
    />
  );
}

const dictionariesScreenQuery = graphql`
  query DictionariesScreenQuery @preloadable @throwOnFieldError {
    viewer {
      user {
        role
      }
      organizations {
        ...liveFragments_membership
        role
        organization {
          id
          databaseId
          slug
          name
        }
      }
      ...DictionariesScreen_projects
    }
  }
`;

const projectsFragment = graphql`
  fragment DictionariesScreen_projects on Viewer
  @refetchable(queryName: "DictionariesScreenPageQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 100 }, cursor: { type: "String" }) {
    projects(first: $count, after: $cursor) @connection(key: "DictionariesScreen_projects") {
      edges {
        node {
          ...liveFragments_listedProject
          id
          databaseId
          name
          canConfigure
          voice {
            name
            language
          }
          organization {
            id
            slug
            name
          }
        }
      }
    }
  }
`;
