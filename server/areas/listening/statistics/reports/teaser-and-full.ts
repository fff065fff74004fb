import { activeUsersBy, activeUsersTotal } from '../listener-figures.ts';
import { sumsByKind, sumAll, sumsByTime } from '../listening-sums.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport } from '../report.ts';

export const teasersReport = declareReport({
  name: 'TeaserAndFull',
  title: say.STATISTICS_TEASER_AND_FULL(),
  definition: say.STATISTICS_TEASER_AND_FULL_MEANING(),
  columns: [
    'date',
    'plays_free',
    'plays_premium',
    'ctr_free',
    'ctr_premium',
    'premium_users_percent',
    'conversion',
    'ltr',
  ],
  graph: { kind: 'line', labels: 'date', datasets: ['plays_free', 'plays_premium'] },
  read: async (asked) => {
    const [sums, users] = await Promise.all([sumsByTime(asked, 'day'), activeUsersBy(asked, 'day')]);
    return [...sums].map(([date, of]) => {
      const { premium_users_percent = null, conversion = null } = users.get(date) ?? {};
      return { date, ...sumsByKind(of), premium_users_percent, conversion };
    });
  },
  readTotal: async (asked) => {
    const [sums, { premium_users_percent = null, conversion = null }] = await Promise.all([
      sumsByTime(asked, 'day'),
      activeUsersTotal(asked),
    ]);
    return { ...sumsByKind(sumAll(sums.values())), premium_users_percent, conversion };
  },
});
