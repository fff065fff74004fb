// oxlint-disable relay/unused-fields -- DictionaryList reads the voice
import '../../ui/forms/forms.css';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ProjectDictionaryScreenQuery } from '../../__generated__/ProjectDictionaryScreenQuery.graphql.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { laterPartWords } from '../../generated/words/laterPart.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { dictionaryPart } from './dictionary-part.ts';
import { DictionaryList } from './DictionaryList.tsx';

/** The dictionaries of a project, among its other pages. */
export default function ProjectDictionaryScreen() {
  const { project, viewer } = usePreloadedQuery<ProjectDictionaryScreenQuery>(
    graphql`
    query ProjectDictionaryScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        id
        databaseId
        canConfigure
        voice {
          name
          language
        }
        ...ProjectPage_project
      }
      viewer {
        user {
          role
        }
      }
    }
  `,
    useLoadedQuery<ProjectDictionaryScreenQuery>(),
  );
  const { dictionary: w } = useWords(laterPartWords);
  return (
    <ProjectPage
      part={dictionaryPart}
      project={project}
      detail={<Link to={`/dictionaries/projects/${project?.databaseId}`}>{w.all}</Link>}
    >
      {project && (
        <DictionaryList
          key={project.id}
          owner={{ level: 'PROJECT', project: project.id }}
          mayWrite={project.canConfigure}
          isAdmin={viewer?.user?.role === 'ADMIN'}
          voice={project.voice}
        />
      )}
    </ProjectPage>
  );
}
