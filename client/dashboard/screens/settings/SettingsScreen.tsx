import '../../ui/forms/forms.css';
import { graphql, usePreloadedQuery } from 'react-relay';
import type { SettingsScreenQuery } from '../../__generated__/SettingsScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { settingsPart } from './settings-part.ts';
import { SettingsForm } from './SettingsForm.tsx';

export default function SettingsScreen() {
  const data = usePreloadedQuery<SettingsScreenQuery>(
    graphql`
    query SettingsScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        id
        ...ProjectPage_project
        ...SettingsForm_project
      }
      ...SettingsForm_query
    }
  `,
    useLoadedQuery<SettingsScreenQuery>(),
  );
  const { project } = data;
  return (
    <ProjectPage part={settingsPart} project={project}>
      {project && <SettingsForm key={project.id} project={project} query={data} />}
    </ProjectPage>
  );
}
