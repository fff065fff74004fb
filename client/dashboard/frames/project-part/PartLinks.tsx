import { graphql, useFragment } from 'react-relay';
import type { PartLinks_project$key } from '../../__generated__/PartLinks_project.graphql.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useLanguage } from '../../words/language.ts';
import { openingOf, currentText } from './project-part.ts';
import { useProjectParts } from './ProjectTabs.tsx';

/** The ways to the parts of a project that one may open, as buttons. */
export function PartLinks({ project: key }: { project: PartLinks_project$key }) {
  const project = useFragment(
    graphql`
    fragment PartLinks_project on Project {
      databaseId
      ...projectPart_gate
    }
  `,
    key,
  );
  useLanguage();
  return useProjectParts()
    .filter((part) => openingOf(part, project) === 'open')
    .map(({ path, label, icon: Icon, primary }) => (
      <LinkButton
        key={path}
        variant={primary ? 'filled' : 'default'}
        to={`/projects/${project.databaseId}/${path}`}
        icon={<Icon size={16} />}
      >
        {currentText(label)}
      </LinkButton>
    ));
}
