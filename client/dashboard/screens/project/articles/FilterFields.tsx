import { useId } from 'react';
import DayInput from '../../../ui/time/DayInput.tsx';
import { statusLabel } from '../../../ui/lists/StatusBadge.tsx';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './ArticleFilters.module.css';
import { qaStatuses, type Filters, type QaStatus } from './article-variables.ts';
import { articleStatuses, type Status } from './table-page.ts';

interface FilterFieldsProps {
  value: Filters;
  onChange: (part: Partial<Filters>) => void;
  labels: readonly string[] | null;
  reviews: boolean;
}

/**
 * Fields for status, review, label and days. The days are last, because a calendar opens over the others as
 * soon as one of its fields has the focus. Loaded on demand because the calendar is large.
 */
export default function FilterFields({ value, onChange, labels, reviews }: FilterFieldsProps) {
  const w = useWords(projectWords).filters;
  const list = useId();
  return (
    <div className={styles.fields}>
      <label className={styles.field}>
        <span>{w.status}</span>
        <select
          value={value.status ?? ''}
          onChange={(event) => onChange({ status: (event.currentTarget.value || null) as Status | null })}
        >
          <option value="">{w.anyStatus}</option>
          {articleStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabel(status)}
            </option>
          ))}
        </select>
      </label>
      {(reviews || value.qaStatus) && (
        <label className={styles.field}>
          <span>{w.review}</span>
          <select
            value={value.qaStatus ?? ''}
            onChange={(event) =>
              onChange({ qaStatus: (event.currentTarget.value || null) as QaStatus | null })
            }
          >
            <option value="">{w.anyReview}</option>
            {qaStatuses.map((status) => (
              <option key={status} value={status}>
                {w.reviews[status]}
              </option>
            ))}
          </select>
        </label>
      )}
      {labels && (
        <label className={styles.field}>
          <span>{w.label}</span>
          <input
            list={list}
            maxLength={100}
            placeholder={w.labelHint}
            value={value.label}
            onChange={(event) => onChange({ label: event.currentTarget.value })}
          />
          <datalist id={list}>
            {labels.map((label) => (
              <option key={label}>{label}</option>
            ))}
          </datalist>
        </label>
      )}
      <div className={styles.days}>
        <DayInput
          size="sm"
          label={w.from}
          value={value.dateFrom ?? ''}
          max={value.dateTo ?? undefined}
          onChange={(day) => onChange({ dateFrom: day || null })}
        />
        <DayInput
          size="sm"
          label={w.to}
          value={value.dateTo ?? ''}
          min={value.dateFrom ?? undefined}
          onChange={(day) => onChange({ dateTo: day || null })}
        />
      </div>
    </div>
  );
}
