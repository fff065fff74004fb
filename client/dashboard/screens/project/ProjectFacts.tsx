import { graphql, useFragment } from 'react-relay';
import type { ProjectFacts_project$key } from '../../__generated__/ProjectFacts_project.graphql.ts';
import { languageLabel } from '../../ui/format.ts';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProjectScreen.module.css';

/** The line under a project's name: its voice, its day, what edits saved. */
export function ProjectFacts({ project: key }: { project: ProjectFacts_project$key }) {
  const project = useFragment(
    graphql`
    fragment ProjectFacts_project on Project {
      organization {
        ...liveFragments_organization
        name
      }
      voice {
        language
        details {
          ...voiceSearch_voice
          label
        }
      }
      limits {
        enabled
        charactersPerDay
      }
      charactersToday
      extraction {
        playerArticlesPerDay
      }
      playerArticlesToday
      playerRequestsRefusedToday
      savings @catch(to: RESULT) {
        charactersSaved
        costSaved
      }
    }
  `,
    key,
  );
  const w = useWords(projectWords).facts;
  const { savings, voice, limits, extraction } = project;
  const saved = savings.ok ? savings.value : null;
  return (
    <>
      <span className={styles.organization}>{project.organization?.name ?? w.private}</span>
      <span>
        {voice.details?.label ?? w.gone} · {languageLabel(voice.language)}
      </span>
      {limits.enabled && (
        <span>{w.today({ used: project.charactersToday, limit: limits.charactersPerDay })}</span>
      )}
      {project.playerArticlesToday > 0 && (
        <span>
          {w.foundToday({ found: project.playerArticlesToday, limit: extraction.playerArticlesPerDay })}
        </span>
      )}
      {project.playerRequestsRefusedToday > 0 && (
        <span>{w.refusedToday({ count: project.playerRequestsRefusedToday })}</span>
      )}
      {saved && saved.charactersSaved > 0 && (
        <span
          className={styles.saved}
          title={w.savedExactly({ characters: saved.charactersSaved, money: saved.costSaved })}
        >
          {w.saved({ characters: saved.charactersSaved })}
          <span className="visually-hidden">
            . {w.savedExactly({ characters: saved.charactersSaved, money: saved.costSaved })}
          </span>
        </span>
      )}
      {!savings.ok && <span>{w.savingsUnknown}</span>}
    </>
  );
}
