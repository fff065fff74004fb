import { graphql, useFragment } from 'react-relay';
import { useMatches } from 'react-router-dom';
import type { ProjectMenu_project$key } from '../../__generated__/ProjectMenu_project.graphql.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useLanguage } from '../../words/language.ts';
import { openingOf, said, type ProjectPart } from './project-part.ts';

/** What the route of all projects knows of their parts. */
export interface ProjectPartsHandle {
  projectParts: readonly ProjectPart[];
}

/** The ways to the parts of a project that one may open. */
export function ProjectMenu({ project: key }: { project: ProjectMenu_project$key }) {
  const project = useFragment(
    graphql`
    fragment ProjectMenu_project on Project {
      databaseId
      ...projectPart_gate
    }
  `,
    key,
  );
  useLanguage();
  const parts = useMatches().flatMap(
    ({ handle }) => (handle as Partial<ProjectPartsHandle> | undefined)?.projectParts ?? [],
  );
  return parts
    .filter((part) => openingOf(part, project) === 'open')
    .map(({ path, label, icon: Icon, primary }) => (
      <LinkButton
        key={path}
        variant={primary ? 'filled' : 'default'}
        to={`/projects/${project.databaseId}/${path}`}
        icon={<Icon size={16} />}
      >
        {said(label)}
      </LinkButton>
    ));
}
