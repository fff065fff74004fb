import '../../ui/forms.css';
import { graphql, usePreloadedQuery } from 'react-relay';
import type { SettingsScreenQuery } from '../../__generated__/SettingsScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { SettingsForm } from './SettingsForm.tsx';

export default function SettingsScreen() {
  const data = usePreloadedQuery<SettingsScreenQuery>(graphql`
    query SettingsScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        id
        databaseId
        name
        canConfigure
        ...SettingsForm_project
      }
      ...SettingsForm_query
    }
  `, useLoadedQuery<SettingsScreenQuery>());
  const { project } = data;
  useDocumentTitle(project ? `Configure ${project.name} · Parlance` : 'Not found');
  if (!project?.canConfigure) return <NotFound what="project" />;
  return (
    <>
      <PageHeader title="Configure project" back={{ to: `/projects/${project.databaseId}`, label: project.name }} />
      <SettingsForm key={project.id} project={project} query={data} />
    </>
  );
}
