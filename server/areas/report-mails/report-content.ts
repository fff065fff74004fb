import { system } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { barsPicture } from '../../lib/bars-picture.ts';
import { instantOf } from '../../lib/zoned-time.ts';
import type { MailContent } from '../../mail/mail-content.ts';
import { mailWordsIn, type MailLanguage } from '../../mail/mail-words.ts';
import { figuresAtFirst, type KeyFigureName } from '../statistics/key-figures.ts';
import { reviewDigest } from '../review/quality/review-digest.ts';
import { addDays, type Days } from '../statistics/days.ts';
import { readKeyFigures } from '../statistics/key-figures.ts';
import {
  csvOf,
  fileNameOf,
  readBefore,
  readStatistics,
  type Statistics,
} from '../statistics/read-statistics.ts';
import type { Rhythm } from './due-reports.ts';
import { unsubscribeUrl } from './unsubscribing.ts';
import { whatChanged, type Written } from './what-changed.ts';

/** The report that is attached, and that the link leads to. */
export const mailedReport = 'PlaysByDay';

/** Pixels: twice what it takes in the mail. */
const picture = { width: 992, height: 280, cid: 'plays@report' } as const;

interface ReportOrder {
  projectId: number;
  project: string;
  rhythm: Rhythm;
  days: Days;
  address: string;
  language: MailLanguage;
}

/**
 * What a report says.
 * @returns the mail, once it is known where its link leads
 */
export async function reportContent(
  app: App,
  { projectId, project, rhythm, days, address, language }: ReportOrder,
): Promise<(url: string) => MailContent> {
  const statistics = (report: string): Promise<Statistics> =>
    readStatistics(app, system, { projectId, report, ...days });
  const [plays, articles, key] = await Promise.all([
    statistics(mailedReport),
    statistics('Articles'),
    readKeyFigures(app, system, projectId, days),
  ]);
  const [playsBefore, articlesBefore, reviews] = await Promise.all([
    readBefore(plays),
    readBefore(articles),
    reviewDigest(app, projectId, {
      from: instantOf(`${days.from}T00:00`, plays.zone),
      to: instantOf(`${addDays(days.to, 1)}T00:00`, plays.zone),
    }),
  ]);
  const value = (name: KeyFigureName, then = false): number | null => {
    const figure = key.figures.find(({ column }) => column === name)!;
    return then ? figure.before : figure.value;
  };
  const sums = (then: boolean) => ({
    views: value('views', then) ?? 0,
    plays: value('plays', then) ?? 0,
    ctr: value('ctr', then),
    ltr: value('ltr', then),
    minutes: value('minutes_heard', then) ?? 0,
  });
  const { report: w } = mailWordsIn(language);
  const written = writing(language);
  const known = new Map(articlesBefore.rows.map((row) => [row.articleId, Number(row.plays ?? 0)]));
  const sentences = whatChanged(
    {
      now: sums(false),
      before: sums(true),
      articles: articles.rows
        .filter(({ articleId }) => articleId != null)
        .map((row) => ({
          title: String(row.article),
          plays: Number(row.plays ?? 0),
          before: known.get(row.articleId) ?? 0,
        })),
    },
    w,
    written,
  );
  const range = { from: dayIn(language, days.from), to: dayIn(language, days.to) };
  const byDay = plays.rows.map((row, place) => ({
    day: dayIn(language, String(row.date)),
    value: Number(row.plays ?? 0),
    before: Number(playsBefore.rows[place]?.plays ?? 0),
  }));
  const bars = await barsPicture({ values: byDay, width: picture.width, height: picture.height });
  const heading = w.headings[rhythm]({ project });
  return (url) => ({
    subject: w.subject({ project, plays: written.count(sums(false).plays), ...range }),
    preview: sentences[0]!,
    heading,
    blocks: [
      { kind: 'text', text: sentences.join(' ') },
      {
        kind: 'figures',
        figures: figuresAtFirst.map((name) => ({
          name: w.figures[name],
          value:
            name === 'ltr' || name === 'ctr'
              ? written.percent(value(name) ?? 0)
              : written.count(value(name) ?? 0),
          change: changeIn(language, value(name), value(name, true)),
        })),
      },
      {
        kind: 'picture',
        cid: picture.cid,
        alt: `${w.chart} ${byDay.map(({ day, value: count }) => `${day}: ${written.count(count)}`).join(', ')}`,
        caption: [`${range.from} – ${range.to}`, w.legend],
      },
      ...(reviews
        ? [
            {
              kind: 'text' as const,
              text: w.reviews({
                reviewed: written.count(reviews.reviewed.reviews),
                waiting: written.count(reviews.toReview),
              }),
            },
          ]
        : []),
      { kind: 'button', text: w.button, url },
      { kind: 'note', text: w.note({ zone: plays.zone }) },
    ],
    why: w.why({ project }),
    unsubscribe: { text: w.unsubscribe, url: unsubscribeUrl(app, { projectId, address, language }) },
    files: [
      { name: 'plays.png', type: 'image/png', content: bars.toString('base64'), cid: picture.cid },
      {
        name: fileNameOf(plays),
        type: 'text/csv; charset=utf-8',
        content: Buffer.from(csvOf(plays)).toString('base64'),
      },
    ],
  });
}

const localeOf = (language: MailLanguage): string => (language === 'en' ? 'en-GB' : language);

function writing(language: MailLanguage): Written {
  const whole = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 1 });
  return { count: (value) => whole.format(value), percent: (value) => percent.format(value / 100) };
}

const dayIn = (language: MailLanguage, day: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** +12 %. Null: it was nothing. */
function changeIn(language: MailLanguage, now: number | null, before: number | null): string | null {
  if (now === null || !before) return null;
  return new Intl.NumberFormat(localeOf(language), {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format((now - before) / before);
}
