import type { Report } from './report.ts';
import { activeUsersReports } from './reports/active-users.ts';
import { adsReports } from './reports/ad-uses.ts';
import { completionReport } from './reports/completion.ts';
import { costReports } from './reports/cost.ts';
import { downloadReports } from './reports/downloads.ts';
import { listeningTimeReport } from './reports/listening-time.ts';
import { breakdownReports } from './reports/breakdown-reports.ts';
import { playsReports } from './reports/plays.ts';
import { teasersReport } from './reports/teaser-and-full.ts';

/** All reports in the order of the picker; the first is the default. */
export const reports: readonly Report[] = [
  ...activeUsersReports,
  ...playsReports,
  listeningTimeReport,
  completionReport,
  teasersReport,
  ...breakdownReports,
  ...downloadReports,
  ...adsReports,
  ...costReports,
];
