import { Button, NumberInput, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { AutomaticSettingsQuery } from '../../__generated__/AutomaticSettingsQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import { cutTitle, intervals, type Interval, type PlaylistFields, type Sort } from './playlist-fields.ts';
import styles from './PlaylistForm.module.css';

interface AutomaticSettingsProps {
  project: string;
  value: PlaylistFields;
  errors: FieldErrors;
  onChange: (part: Partial<PlaylistFields>) => void;
}

const intervalNames: Readonly<Record<Interval, string>> = { yesterday: 'Yesterday', daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' };

/** What an automatic playlist looks for, and what it would hold now. */
export function AutomaticSettings({ project, value, errors, onChange }: AutomaticSettingsProps) {
  const [shown, setShown] = useState<AutomaticSettingsQuery['variables'] | null>(null);
  const asked = automaticVariables(project, value);
  const isCurrent = JSON.stringify(shown) === JSON.stringify(asked);
  return (
    <Panel title="Articles">
      <div className={styles.section}>
        <div className={styles.fields}>
          <NumberInput
            label="Number of articles"
            description="0 to 25; empty or 0 stands for 10"
            min={0}
            max={25}
            clampBehavior="strict"
            allowDecimal={false}
            value={value.limitCount}
            error={errors['limitCount']}
            onChange={(count) => onChange({ limitCount: typeof count === 'number' ? count : '' })}
          />
          <Choice
            label="Interval"
            value={value.limitInterval}
            options={intervals.map((interval) => [interval, intervalNames[interval]])}
            onChange={(limitInterval) => onChange({ limitInterval: limitInterval as Interval })}
          />
          <Choice
            label="Sort by"
            value={value.limitSortBy}
            options={[
              ['views', 'Views'],
              ['listens', 'Listens'],
            ]}
            onChange={(limitSortBy) => onChange({ limitSortBy: limitSortBy as Sort })}
          />
          {value.limitInterval === 'daily' && (
            <>
              <TextInput
                type="time"
                label="From"
                description="Hour of the day"
                value={value.limitTimeFrom}
                error={errors['limitTimeFrom']}
                onChange={({ currentTarget }) => onChange({ limitTimeFrom: currentTarget.value })}
              />
              <TextInput
                type="time"
                label="To"
                description="Hour of the day"
                value={value.limitTimeTo}
                error={errors['limitTimeTo']}
                onChange={({ currentTarget }) => onChange({ limitTimeTo: currentTarget.value })}
              />
            </>
          )}
        </div>
        <TextInput
          label="Words in the title"
          description="Only articles with these words; empty for all"
          maxLength={200}
          value={value.queryText}
          error={errors['queryText']}
          onChange={({ currentTarget }) => onChange({ queryText: currentTarget.value })}
        />
        <p className={styles.hint}>
          Articles that were seen, heard or added in the interval, those with the most {value.limitSortBy} first. Days are those of the
          organization’s time zone. The playlist looks again every few minutes.
        </p>
        <div>
          <Button variant="default" leftSection={<IconEye size={16} />} disabled={isCurrent} onClick={() => setShown(asked)}>
            Show what it would hold now
          </Button>
        </div>
        {shown && (
          <Part what="the articles" of={JSON.stringify(shown)} waiting={<Bar height={90} />}>
            {(attempt) => <Ranked variables={shown} attempt={attempt} />}
          </Part>
        )}
      </div>
    </Panel>
  );
}

/** What is asked of the server for these settings. */
export const automaticVariables = (project: string, value: PlaylistFields): AutomaticSettingsQuery['variables'] => ({
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
            durationMs
          }
        }
      }
    }
  }
`;

function Ranked({ variables, attempt }: { variables: AutomaticSettingsQuery['variables']; attempt: number }) {
  const { project } = useLazyLoadQuery<AutomaticSettingsQuery>(automaticQuery, variables, {
    fetchKey: attempt,
    fetchPolicy: 'network-only',
  });
  const articles = project?.automaticArticles ?? [];
  if (articles.length === 0) return <p role="status">It would hold nothing: no article was seen, heard or added in this interval.</p>;
  return (
    <ol className={styles.list} aria-label="Articles that it would hold">
      {articles.map(({ article, views, listens }, index) => (
        <li key={article.id} className={styles.row}>
          <span className={styles.numbers}>{index + 1}</span>
          <span title={article.title}>{cutTitle(article.title)}</span>
          <span className={styles.numbers}>
            {formatCount(views)} views, {formatCount(listens)} listens
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
