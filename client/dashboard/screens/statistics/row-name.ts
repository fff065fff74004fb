import type { StatisticsWords } from '../../generated/words/statistics.ts';
import { countryLabel } from '../../ui/format.ts';

/** What a row of a report is called, whose own name may be a code, or none. */
export function rowName(w: StatisticsWords, report: string, label: string | null | undefined): string {
  if (label === null || label === undefined) return report === 'Articles' ? w.fewPlays : w.nameless;
  return report === 'DownloadsByCountry' ? countryLabel(label) : label;
}
