// oxlint-disable relay/unused-fields -- articles are handed whole to the rows
import { Button, NumberInput, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { AutomaticSettingsQuery } from '../../__generated__/AutomaticSettingsQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { TimeField } from '../../ui/time/TimeField.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { cutTitle, intervals, type Interval, type PlaylistFields, type Sort } from './playlist-fields.ts';
import styles from './PlaylistForm.module.css';

interface AutomaticSettingsProps {
  project: string;
  value: PlaylistFields;
  errors: FieldErrors;
  onChange: (part: Partial<PlaylistFields>) => void;
}

/** What an automatic playlist looks for, and what it would hold now. */
export function AutomaticSettings({ project, value, errors, onChange }: AutomaticSettingsProps) {
  const { auto: w, fields } = useWords(playlistsWords);
  const [shown, setShown] = useState<AutomaticSettingsQuery['variables'] | null>(null);
  const asked = automaticVariables(project, value);
  const isCurrent = JSON.stringify(shown) === JSON.stringify(asked);
  return (
    <Panel title={fields.items}>
      <div className={styles.section}>
        <div className={styles.fields}>
          <NumberInput
            label={fields.limitCount}
            description={w.count}
            min={1}
            max={25}
            clampBehavior="strict"
            allowDecimal={false}
            value={value.limitCount}
            error={errors['limitCount']}
            onChange={(count) => onChange({ limitCount: typeof count === 'number' ? count : '' })}
          />
          <Choice
            label={fields.limitInterval}
            value={value.limitInterval}
            options={intervals.map((interval) => [interval, w.intervals[interval]])}
            onChange={(limitInterval) => onChange({ limitInterval: limitInterval as Interval })}
          />
          <Choice
            label={w.sortBy}
            value={value.limitSortBy}
            options={[
              ['VIEWS', w.sorts.VIEWS],
              ['LISTENS', w.sorts.LISTENS],
            ]}
            onChange={(limitSortBy) => onChange({ limitSortBy: limitSortBy as Sort })}
          />
          {value.limitInterval === 'DAILY' && <Hours value={value} errors={errors} onChange={onChange} />}
        </div>
        <TextInput
          label={fields.queryText}
          description={w.words}
          maxLength={200}
          value={value.queryText}
          error={errors['queryText']}
          onChange={({ currentTarget }) => onChange({ queryText: currentTarget.value })}
        />
        <p className={styles.hint}>{w.hint({ by: value.limitSortBy })}</p>
        <div>
          <Button
            variant="default"
            leftSection={<IconEye size={16} />}
            disabled={isCurrent}
            onClick={() => setShown(asked)}
          >
            {w.show}
          </Button>
        </div>
        {shown && (
          <Part what={w.what} of={JSON.stringify(shown)} waiting={<Bar height={90} />}>
            {(attempt) => <Ranked variables={shown} attempt={attempt} />}
          </Part>
        )}
      </div>
    </Panel>
  );
}

/** The hours of a day whose articles count. */
function Hours({ value, errors, onChange }: Pick<AutomaticSettingsProps, 'value' | 'errors' | 'onChange'>) {
  const { auto: w, fields } = useWords(playlistsWords);
  return (
    <>
      <TimeField
        label={fields.limitTimeFrom}
        description={w.hour}
        value={value.limitTimeFrom}
        error={errors['limitTimeFrom']}
        onChange={(limitTimeFrom) => onChange({ limitTimeFrom })}
      />
      <TimeField
        label={fields.limitTimeTo}
        description={w.hour}
        value={value.limitTimeTo}
        error={errors['limitTimeTo']}
        onChange={(limitTimeTo) => onChange({ limitTimeTo })}
      />
    </>
  );
}

/** Returns the query variables for these settings. */
export const automaticVariables = (
  project: string,
  value: PlaylistFields,
): AutomaticSettingsQuery['variables'] => ({
  id: project,
  limitCount: value.limitCount || 0,
  limitInterval: value.limitInterval,
  limitSortBy: value.limitSortBy,
  limitTimeFrom: value.limitTimeFrom || null,
  limitTimeTo: value.limitTimeTo || null,
  queryText: value.queryText || null,
});

export const automaticQuery = graphql`
  query AutomaticSettingsQuery(
    $id: ID!
    $limitCount: Int
    $limitInterval: PlaylistInterval
    $limitSortBy: PlaylistSort
    $limitTimeFrom: String
    $limitTimeTo: String
    $queryText: String
  ) @throwOnFieldError {
    project(id: $id) {
      automaticArticles(
        limitCount: $limitCount
        limitInterval: $limitInterval
        limitSortBy: $limitSortBy
        limitTimeFrom: $limitTimeFrom
        limitTimeTo: $limitTimeTo
        queryText: $queryText
      ) {
        views
        listens
        article {
          id
          title
          file
          audio {
            ...liveFragments_audio
            durationMs
          }
        }
      }
    }
  }
`;

function Ranked({ variables, attempt }: { variables: AutomaticSettingsQuery['variables']; attempt: number }) {
  const { auto: w } = useWords(playlistsWords);
  const { project } = useLazyLoadQuery<AutomaticSettingsQuery>(automaticQuery, variables, {
    fetchKey: attempt,
    fetchPolicy: 'network-only',
  });
  const articles = project?.automaticArticles ?? [];
  if (articles.length === 0) return <p role="status">{w.nothing}</p>;
  return (
    <ol className={styles.list} aria-label={w.would}>
      {articles.map(({ article, views, listens }, index) => (
        <li key={article.id} className={styles.row}>
          <span className={styles.numbers}>{index + 1}</span>
          <span title={article.title}>{cutTitle(article.title)}</span>
          <span className={styles.numbers}>
            {w.heard({ views: formatCount(views), listens: formatCount(listens) })}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
