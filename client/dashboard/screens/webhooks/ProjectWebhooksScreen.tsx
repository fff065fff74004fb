import '../../ui/forms/forms.css';
import { graphql, usePreloadedQuery } from 'react-relay';
import type { ProjectWebhooksScreenQuery } from '../../__generated__/ProjectWebhooksScreenQuery.graphql.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { WebhookList } from './WebhookList.tsx';
import { webhooksPart } from './webhooks-part.ts';

/** The webhooks of a project, for those who manage it. */
export default function ProjectWebhooksScreen() {
  const { project } = usePreloadedQuery<ProjectWebhooksScreenQuery>(
    graphql`
    query ProjectWebhooksScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        id
        ...ProjectPage_project
        webhooks {
          id
          ...WebhookItem_webhook
        }
      }
    }
  `,
    useLoadedQuery<ProjectWebhooksScreenQuery>(),
  );
  const w = useWords(webhooksWords);
  return (
    <ProjectPage part={webhooksPart} project={project} detail={<span>{w.detail}</span>}>
      {project?.webhooks && (
        <WebhookList key={project.id} owner={{ project: project.id }} webhooks={project.webhooks} />
      )}
    </ProjectPage>
  );
}
