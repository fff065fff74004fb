import { IconMoodEmpty } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { PartNotFound_project$key } from '../../__generated__/PartNotFound_project.graphql.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { b } from '../../ui/rich-text.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { PartLinks } from '../../frames/project-part/PartLinks.tsx';
import styles from './ProjectScreen.module.css';

/** Shows that a URL below a project leads to nothing, and what the project has. */
export function PartNotFound({ project: key, part }: { project: PartNotFound_project$key; part: string }) {
  const project = useFragment(
    graphql`
    fragment PartNotFound_project on Project {
      databaseId
      name
      ...PartLinks_project
    }
  `,
    key,
  );
  const w = useWords(projectWords);
  const ways = (
    <div className={styles.ways}>
      <LinkButton variant="default" to={`/projects/${project.databaseId}`}>
        {w.articles}
      </LinkButton>
      <PartLinks project={project} />
      <LinkButton variant="subtle" to="/projects/dashboard">
        {w.dashboard}
      </LinkButton>
    </div>
  );
  return (
    <EmptyState screen icon={IconMoodEmpty} title={w.notFound} action={ways}>
      {w.noSuchPart({ name: project.name, part, b })}
    </EmptyState>
  );
}
