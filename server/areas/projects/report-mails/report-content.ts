import { z } from 'zod';
import { system } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { declareMail } from '../../../kernel/declare-mail.ts';
import { barsPicture } from '../../../lib/bars-picture.ts';
import { instantOf } from '../../../lib/zoned-time.ts';
import { mailWordsIn, type MailLanguage } from '../../../mail/mail-words.ts';
import { figuresAtFirst, type KeyFigureName } from '../../listening/statistics/key-figures.ts';
import { reviewDigest } from '../../review/review/quality/review-digest.ts';
import { addDays, type Days } from '../../listening/statistics/report-days.ts';
import { readKeyFigures } from '../../listening/statistics/key-figures.ts';
import {
  csvOf,
  fileNameOf,
  readPreviousPeriod,
  readStatistics,
  type Statistics,
} from '../../listening/statistics/read-statistics.ts';
import type { ReportFrequency } from './due-reports.ts';
import { unsubscribeUrl } from './report-subscription.ts';
import { describeChanges, type FigureFormat } from './report-changes.ts';

/** The report that is attached, and that the link leads to. */
export const mailedReport = 'PlaysByDay';

/** Pixels: twice the size in the email. */
const picture = { width: 992, height: 280, cid: 'plays@report' } as const;

interface ReportOrder {
  projectId: number;
  project: string;
  rhythm: ReportFrequency;
  days: Days;
  address: string;
  language: MailLanguage;
}

/** Content of a report, without its link. */
export async function reportFacts(
  app: App,
  { projectId, project, rhythm, days, address, language }: ReportOrder,
): Promise<Omit<z.input<typeof reportMail.facts>, 'url'>> {
  const { plays, articles, key, playsBefore, articlesBefore, reviews } = await readAll(app, projectId, days);
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
  const sentences = describeChanges(
    { now: sums(false), before: sums(true), articles: articlePlays(articles, articlesBefore) },
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
  return {
    project,
    heading: w.headings[rhythm]({ project }),
    plays: written.plays(sums(false).plays),
    range,
    sentences,
    figures: figuresAtFirst.map((name) => figureIn(language, name, value(name), value(name, true))),
    days: byDay.map(({ day, value: count }) => `${day}: ${written.count(count)}`).join(', '),
    reviews: reviews && {
      reviewed: written.count(reviews.reviewed.reviews),
      waiting: written.count(reviews.toReview),
    },
    zone: plays.zone,
    unsubscribeUrl: unsubscribeUrl(app, { projectId, address, language }),
    picture: bars.toString('base64'),
    file: { name: fileNameOf(plays), content: Buffer.from(csvOf(plays)).toString('base64') },
  };
}

/** A report, whose figures and days are written in the reader's language. */
export const reportMail = declareMail({
  kind: 'report',
  facts: z.object({
    project: z.string(),
    heading: z.string(),
    /** A number with its noun. */
    plays: z.string(),
    range: z.object({ from: z.string(), to: z.string() }),
    sentences: z.array(z.string()),
    figures: z.array(z.object({ name: z.string(), value: z.string(), change: z.string().nullable() })),
    days: z.string(),
    reviews: z.object({ reviewed: z.string(), waiting: z.string() }).nullable(),
    zone: z.string(),
    unsubscribeUrl: z.string(),
    /** A PNG, base64. */
    picture: z.string(),
    /** The attached table, base64. */
    file: z.object({ name: z.string(), content: z.string() }),
    /** Where the report is in the dashboard. */
    url: z.string(),
  }),
  content: (facts, { w: { report: w } }) => {
    const { project, range, reviews } = facts;
    return {
      subject: w.subject({ project, plays: facts.plays, ...range }),
      preview: facts.sentences[0]!,
      heading: facts.heading,
      blocks: [
        { kind: 'text', text: facts.sentences.join(' ') },
        { kind: 'figures', figures: facts.figures },
        {
          kind: 'picture',
          cid: picture.cid,
          alt: `${w.chart} ${facts.days}`,
          caption: [`${range.from} – ${range.to}`, w.legend],
        },
        ...(reviews ? [{ kind: 'text' as const, text: w.reviews(reviews) }] : []),
        { kind: 'button', text: w.button, url: facts.url },
        { kind: 'note', text: w.note({ zone: facts.zone }) },
      ],
      why: w.why({ project }),
      unsubscribe: { text: w.unsubscribe, url: facts.unsubscribeUrl },
      files: [
        { name: 'plays.png', type: 'image/png', content: facts.picture, cid: picture.cid },
        { ...facts.file, type: 'text/csv; charset=utf-8' },
      ],
    };
  },
});

/** Reads what a report is made of, for its days and those before. */
async function readAll(app: App, projectId: number, days: Days) {
  const statistics = (report: string): Promise<Statistics> =>
    readStatistics(app, system, { projectId, report, ...days });
  const [plays, articles, key] = await Promise.all([
    statistics(mailedReport),
    statistics('Articles'),
    readKeyFigures(app, system, projectId, days),
  ]);
  const [playsBefore, articlesBefore, reviews] = await Promise.all([
    readPreviousPeriod(plays),
    readPreviousPeriod(articles),
    reviewDigest(app, projectId, {
      from: instantOf(`${days.from}T00:00`, plays.zone),
      to: instantOf(`${addDays(days.to, 1)}T00:00`, plays.zone),
    }),
  ]);
  return { plays, articles, key, playsBefore, articlesBefore, reviews };
}

/** Plays of each article, and in the days before. */
function articlePlays({ rows }: Statistics, { rows: rowsBefore }: Statistics) {
  const before = new Map(rowsBefore.map((row) => [row.articleId, Number(row.plays ?? 0)]));
  return rows
    .filter(({ articleId }) => articleId != null)
    .map((row) => ({
      title: String(row.article),
      plays: Number(row.plays ?? 0),
      before: before.get(row.articleId) ?? 0,
    }));
}

/** A key figure as the mail shows it. */
function figureIn(
  language: MailLanguage,
  name: (typeof figuresAtFirst)[number],
  now: number | null,
  before: number | null,
) {
  const { count, percent } = writing(language);
  const format = name === 'ltr' || name === 'ctr' ? percent : count;
  return {
    name: mailWordsIn(language).report.figures[name],
    value: format(now ?? 0),
    change: changeIn(language, now, before),
  };
}

const localeOf = (language: MailLanguage): string => (language === 'en' ? 'en-GB' : language);

function writing(language: MailLanguage): FigureFormat {
  const whole = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 1 });
  const rules = new Intl.PluralRules(localeOf(language));
  const { onePlay, severalPlays } = mailWordsIn(language).report;
  return {
    count: (value) => whole.format(value),
    plays: (value) =>
      (rules.select(value) === 'one' ? onePlay : severalPlays)({ count: whole.format(value) }),
    percent: (value) => percent.format(value / 100),
  };
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
  })
    .format((now - before) / before)
    .replace('-', '\u2212');
}
