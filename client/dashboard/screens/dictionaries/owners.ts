/** Whose dictionaries a screen shows, as its address begins after `/dictionaries/`. */
export type Level = 'global' | 'organizations' | 'projects';

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export interface Project {
  readonly id: string;
  readonly databaseId: number;
  readonly name: string;
  readonly organization: Organization | null | undefined;
}

/** Path segment for projects without an organization. No slug can have this value. */
export const privateProjects = '-';

/** The level of an address; projects unless it says otherwise. */
export function levelOf(pathname: string): Level {
  const level = pathname.split('/')[2];
  return level === 'global' || level === 'organizations' ? level : 'projects';
}

/** Owners of projects: organizations by name, then private projects under `-`. */
export function ownersOf(
  projects: readonly Project[],
  memberships: readonly Organization[],
): { slug: string; name: string | null }[] {
  const organizations = new Map(
    [...memberships, ...projects.flatMap(({ organization }) => organization ?? [])].map(
      ({ slug, name }) => [slug, { slug, name }] as const,
    ),
  );
  const sorted = [...organizations.values()].sort((a, b) => a.name.localeCompare(b.name));
  const hasPrivate = projects.some(({ organization }) => !organization);
  return hasPrivate ? [...sorted, { slug: privateProjects, name: null }] : sorted;
}

export interface OwnerChoice {
  /** Slug of an organization, or `-`; null where there is none to choose. */
  owner: string | null;
  /** The projects of that owner, by name. */
  projects: Project[];
  /** The one among them whose dictionaries are shown. */
  project: Project | null;
}

/**
 * What the last segment of `/dictionaries/projects/…` chooses: an organization by its slug, or a project by
 * its database id; with neither, or one that is not known, the first organization that has projects.
 */
export function chosenProjects(
  segment: string | undefined,
  projects: readonly Project[],
  memberships: readonly Organization[],
  wantedProject: string | null,
): OwnerChoice {
  const owners = ownersOf(projects, memberships);
  const slugOf = ({ organization }: Project): string => organization?.slug ?? privateProjects;
  const named = owners.find(({ slug }) => slug === segment);
  const byId = named ? undefined : projects.find(({ databaseId }) => String(databaseId) === segment);
  const owner =
    named?.slug ??
    (byId && slugOf(byId)) ??
    owners.find(({ slug }) => projects.some((project) => slugOf(project) === slug))?.slug ??
    owners[0]?.slug ??
    null;
  const own = projects
    .filter((project) => slugOf(project) === owner)
    .sort((a, b) => a.name.localeCompare(b.name));
  const wanted = wantedProject ?? (byId ? String(byId.databaseId) : null);
  return {
    owner,
    projects: own,
    project: own.find(({ databaseId }) => String(databaseId) === wanted) ?? own[0] ?? null,
  };
}
