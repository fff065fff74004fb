import { builder } from '../../graphql/builder.ts';
import { readArticle } from '../articles/article.ts';
import { ArticleType } from '../articles/types.ts';
import type { ArticleStops } from './article-stops.ts';
import type { KeyFigures } from './key-figures.ts';
import type { LiveListening } from './live.ts';
import type { Period } from './periods.ts';
import { ColumnType } from './types.ts';

export const PeriodType = builder.enumType('StatisticsPeriod', {
  description: 'A range of days by name, in the time zone of the statistics. It moves on as days pass.',
  values: {
    TODAY: { value: 'TODAY', description: 'The present day.' },
    YESTERDAY: { value: 'YESTERDAY', description: 'The day before the present one.' },
    LAST_7_DAYS: { value: 'LAST_7_DAYS', description: 'Seven days up to the present one.' },
    LAST_30_DAYS: { value: 'LAST_30_DAYS', description: 'Thirty days up to the present one.' },
    LAST_90_DAYS: { value: 'LAST_90_DAYS', description: 'Ninety days up to the present one.' },
    LAST_365_DAYS: { value: 'LAST_365_DAYS', description: '365 days up to the present one.' },
    LAST_WEEK: { value: 'LAST_WEEK', description: 'The last whole week, from Monday to Sunday.' },
    THIS_MONTH: { value: 'THIS_MONTH', description: 'The present month up to the present day.' },
    LAST_MONTH: { value: 'LAST_MONTH', description: 'The last whole month.' },
    THIS_YEAR: { value: 'THIS_YEAR', description: 'The present year up to the present day.' },
  } as const satisfies Record<Period, { value: Period; description: string }>,
});

const KeyFigureType = builder
  .objectRef<KeyFigures['figures'][number]>('StatisticsKeyFigure')
  .implement({
    description: 'A figure that is looked at first, and what it was before.',
    fields: (t) => ({
      column: t.expose('column', { type: ColumnType, description: 'What it is.' }),
      value: t.exposeFloat('value', {
        nullable: true,
        description: 'The figure. Null for a share of nothing.',
      }),
      before: t.exposeFloat('before', {
        nullable: true,
        description: 'What it was in the days before. Null for a share of nothing.',
      }),
    }),
  });

export const KeyFiguresType = builder
  .objectRef<KeyFigures>('StatisticsKeyFigures')
  .implement({
    description: 'The figures of a project that are looked at first, each equal to the sum of its report.',
    fields: (t) => ({
      from: t.expose('from', { type: 'Date', description: 'The first day.' }),
      to: t.expose('to', { type: 'Date', description: 'The last day.' }),
      timeZone: t.exposeString('zone', { description: 'Time zone of the days (IANA).' }),
      beforeFrom: t.field({
        type: 'Date',
        description: 'The first of the days that it is compared with.',
        resolve: ({ before }) => before.from,
      }),
      beforeTo: t.field({
        type: 'Date',
        description: 'The last of the days that it is compared with.',
        resolve: ({ before }) => before.to,
      }),
      figures: t.expose('figures', { type: [KeyFigureType], description: 'The figures.' }),
    }),
  });

export const ArticleStopsType = builder
  .objectRef<ArticleStops>('ArticleStops')
  .implement({
    description: 'How far those who began an article came.',
    fields: (t) => ({
      from: t.expose('from', { type: 'Date', description: 'The first day.' }),
      to: t.expose('to', { type: 'Date', description: 'The last day.' }),
      timeZone: t.exposeString('zone', { description: 'Time zone of the days (IANA).' }),
      plays: t.exposeInt('plays', { description: 'Times that it was begun. Teasers count too.' }),
      reached: t.expose('reached', {
        type: ['Float'],
        description: 'Eleven shares in percent: of those plays that came to 0, 10 … 100 % of the audio.',
      }),
    }),
  });

const LiveArticleType = builder
  .objectRef<LiveListening['articles'][number]>('LiveArticle')
  .implement({
    description: 'An article that is being listened to.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'Its title.' }),
      plays: t.exposeInt('plays', { description: 'Times that it was begun in the last 30 minutes.' }),
      article: t.prismaField({
        type: ArticleType,
        nullable: true,
        description: 'The article. Null if it was deleted.',
        resolve: (query, { articleId }, _, { app, actor }) =>
          readArticle(app, actor, articleId, query).catch(() => null),
      }),
    }),
  });

export const LiveListeningType = builder
  .objectRef<LiveListening>('LiveListening')
  .implement({
    description: 'What goes on right now in the players of a project.',
    fields: (t) => ({
      now: t.exposeInt('now', {
        description:
          'How many people listen. Who agreed to be told apart counts once; of the others there are as many as began and did not stop in the ' +
          'last five minutes, and at least as many as it takes to hear what was heard.',
      }),
      plays: t.exposeInt('plays', { description: 'Times that articles were begun in the last 30 minutes.' }),
      minutesHeard: t.exposeFloat('minutesHeard', {
        description: 'Minutes of audio that were heard in the last 30 minutes.',
      }),
      playsByMinute: t.exposeIntList('playsByMinute', {
        description: 'The plays of each of the last 30 minutes, the oldest first.',
      }),
      articles: t.field({
        type: [LiveArticleType],
        complexity: { multiplier: 10 },
        description: 'The ten most played articles of these minutes, of those with at least five plays.',
        resolve: ({ articles }) => articles,
      }),
      at: t.expose('at', { type: 'DateTime', description: 'When it was so.' }),
    }),
  });
