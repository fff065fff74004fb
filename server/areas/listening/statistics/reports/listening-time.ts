import { activeUsersBy } from '../listener-figures.ts';
import { sumsByTime } from '../listening-sums.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, minutes } from '../report.ts';

export const listeningTimeReport = declareReport({
  name: 'ListeningTime',
  title: say.STATISTICS_LISTENING_TIME(),
  definition: say.STATISTICS_LISTENING_TIME_MEANING(),
  columns: ['date', 'minutes_heard', 'minutes_per_play', 'minutes_per_user'],
  graph: { kind: 'line', labels: 'date', datasets: ['minutes_heard'] },
  read: async (asked) => {
    const [sums, users] = await Promise.all([sumsByTime(asked, 'day'), activeUsersBy(asked, 'day')]);
    return [...sums].map(([date, { heardMs, plays }]) => {
      const listeners = Number(users.get(date)?.active_users ?? 0);
      return {
        date,
        minutes_heard: minutes(heardMs),
        minutes_per_play: plays > 0 ? minutes(heardMs / plays) : null,
        minutes_per_user: listeners > 0 ? minutes(heardMs / listeners) : null,
      };
    });
  },
});
