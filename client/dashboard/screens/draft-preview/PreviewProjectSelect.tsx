import { graphql } from 'react-relay';
import type { PreviewProjectSelectQuery } from '../../__generated__/PreviewProjectSelectQuery.graphql.ts';
import { draftPreviewWords } from '../../generated/words/draftPreview.ts';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

interface PreviewProjectSelectProps {
  /** Global id of the organization whose projects are offered; null: all. */
  organization: string | null;
  attempt: number;
  value: string | null;
  onChange: (project: string | null) => void;
}

/** On whose articles a draft is tried that concerns several projects. */
export function PreviewProjectSelect({ organization, attempt, value, onChange }: PreviewProjectSelectProps) {
  const w = useWords(draftPreviewWords);
  const { viewer } = useFreshQuery<PreviewProjectSelectQuery>(
    graphql`
      query PreviewProjectSelectQuery @throwOnFieldError {
        viewer {
          projects(first: 200) {
            edges {
              node {
                ...liveFragments_listedProject
                id
                name
                canConfigure
                organization {
                  id
                }
              }
            }
          }
        }
      }
    `,
    {},
    attempt,
  );
  const projects = (viewer?.projects.edges ?? [])
    .map(({ node }) => node)
    .filter((node) => node.canConfigure && (!organization || node.organization?.id === organization));
  return (
    <SearchSelect
      label={w.project}
      placeholder={projects.length === 0 ? w.noProjects : w.chooseProject}
      disabled={projects.length === 0}
      allowDeselect={false}
      // What a modal dialog does not hold lies behind it.
      comboboxProps={{ withinPortal: false }}
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
