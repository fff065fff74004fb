import { IconMail, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ProjectMenu_project$key } from '../../__generated__/ProjectMenu_project.graphql.ts';
import { useCommands } from '../../ui/commands.ts';
import { MenuButton } from '../../ui/dialogs/MenuButton.tsx';
import { usePrefetch } from '../../relay/use-prefetch.ts';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DeleteProject } from './DeleteProject.tsx';
import { EmailReports } from './EmailReports.tsx';

const loadMenu = () => import('./ProjectMenuItems.tsx');

/** Menu in the project's header with rarely used actions; nothing for people who may do none of them. */
export function ProjectMenu({ project: key }: { project: ProjectMenu_project$key }) {
  const project = useFragment(
    graphql`
    fragment ProjectMenu_project on Project {
      canConfigure
      canDelete
      entitlements
      ...DeleteProject_project
      ...EmailReports_project
    }
  `,
    key,
  );
  const w = useWords(projectWords);
  const trigger = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<'reports' | 'deletion' | null>(null);
  const close = () => setAsked(null);
  const { canConfigure, canDelete, entitlements } = project;
  const mayReport = canConfigure && entitlements.includes('REPORTS');
  const reports = { label: w.reports.button, icon: IconMail, run: () => setAsked('reports') };
  const deletion = { label: w.deletion.action, icon: IconTrash, run: () => setAsked('deletion') };
  useCommands([
    mayReport && { id: 'project.reports', group: 'project', ...reports },
    canDelete && { id: 'project.delete', group: 'project', ...deletion },
  ]);
  const { Opened, button } = usePrefetch(loadMenu);
  if (!mayReport && !canDelete) return null;
  return (
    <>
      {Opened ? (
        <Opened
          label={w.more}
          trigger={trigger}
          reports={mayReport ? reports : null}
          deletion={canDelete ? deletion : null}
        />
      ) : (
        <MenuButton {...button} ref={trigger} label={w.more} framed />
      )}
      {mayReport && (
        <EmailReports project={project} opened={asked === 'reports'} trigger={trigger} onClose={close} />
      )}
      {canDelete && (
        <DeleteProject project={project} opened={asked === 'deletion'} trigger={trigger} onClose={close} />
      )}
    </>
  );
}
