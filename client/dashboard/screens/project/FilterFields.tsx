import '@mantine/dates/styles.layer.css';
import { DateInput, DatesProvider } from '@mantine/dates';
import dayjs from 'dayjs';
import 'dayjs/locale/de.js';
import 'dayjs/locale/fr.js';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { useId } from 'react';
import { statusLabel } from '../../ui/StatusBadge.tsx';
import { useLanguage } from '../../words/language.ts';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleFilters.module.css';
import { qaStatuses, type Filters, type QaStatus } from './article-variables.ts';
import { articleStatuses, type Status } from './table-page.ts';

dayjs.extend(customParseFormat);

/** How days are written where a language is read; what is typed may also be YYYY-MM-DD. */
const dayFormats: Record<string, string> = { de: 'DD.MM.YYYY', fr: 'DD/MM/YYYY' };
const iso = 'YYYY-MM-DD';

interface FilterFieldsProps {
  value: Filters;
  onChange: (part: Partial<Filters>) => void;
  labels: readonly string[] | null;
  reviews: boolean;
}

/** Days, status, review and label. Loaded when they are asked for: the calendar is large. */
export default function FilterFields({ value, onChange, labels, reviews }: FilterFieldsProps) {
  const w = useWords(projectWords).filters;
  const language = useLanguage();
  const list = useId();
  const format = dayFormats[language] ?? 'D MMM YYYY';
  const parse = (typed: string) => {
    const day = dayjs(typed.trim(), [iso, format, 'D.M.YYYY', 'D/M/YYYY'], true);
    return day.isValid() ? day.format(iso) : null;
  };
  const shared = {
    size: 'sm',
    valueFormat: format,
    dateParser: parse,
    clearable: true,
    popoverProps: { withinPortal: false },
  } as const;
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: language === 'en' ? 0 : 1 }}>
      <div className={styles.fields}>
        <div className={styles.days}>
          <DateInput
            {...shared}
            label={w.from}
            value={value.dateFrom}
            maxDate={value.dateTo ?? undefined}
            onChange={(dateFrom) => onChange({ dateFrom })}
          />
          <DateInput
            {...shared}
            label={w.to}
            value={value.dateTo}
            minDate={value.dateFrom ?? undefined}
            onChange={(dateTo) => onChange({ dateTo })}
          />
        </div>
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
      </div>
    </DatesProvider>
  );
}
