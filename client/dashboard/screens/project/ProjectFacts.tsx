import { graphql, useFragment } from 'react-relay';
import type { ProjectFacts_project$key } from '../../__generated__/ProjectFacts_project.graphql.ts';
import { formatCount, formatMoney } from '../../ui/format.ts';

/** The line under a project's name: its voice, its day, what edits saved. */
export function ProjectFacts({ project: key }: { project: ProjectFacts_project$key }) {
  const project = useFragment(
    graphql`
    fragment ProjectFacts_project on Project {
      organization {
        name
      }
      voiceLanguage
      voiceName
      voice {
        label
      }
      limitEnabled
      limitPerDay
      charactersToday
      savings @catch(to: RESULT) {
        charactersSaved
        moneySaved
      }
    }
  `,
    key,
  );
  const { savings } = project;
  const saved = savings.ok ? savings.value : null;
  return (
    <>
      <span>{project.organization?.name ?? 'Private project'}</span>
      <span>
        {project.voice?.label ?? `${project.voiceName} (no longer offered)`}, {project.voiceLanguage}
      </span>
      {project.limitEnabled && (
        <span>
          {formatCount(project.charactersToday)} of {formatCount(project.limitPerDay)} characters today
        </span>
      )}
      {saved && saved.charactersSaved > 0 && (
        <span>
          Edits saved {formatCount(saved.charactersSaved)} characters, {formatMoney(saved.moneySaved)}
        </span>
      )}
      {!savings.ok && <span>The savings from edits cannot be shown right now</span>}
    </>
  );
}
