import type { MailWords } from '../../../mail/mail-words.ts';

/** What a report tells of two periods. */
export interface PeriodComparison {
  now: Sums;
  before: Sums;
  /** Plays of articles with enough listeners to be listed separately, in both periods. */
  articles: readonly { title: string; plays: number; before: number }[];
}
interface Sums {
  views: number;
  plays: number;
  /** Percent; null: of nothing. */
  ctr: number | null;
  ltr: number | null;
  minutes: number;
}

/** How figures are written in the language. */
export interface FigureFormat {
  count(value: number): string;
  /** A number of plays with its noun: `1 play`, `120 plays`. */
  plays(value: number): string;
  /** @param value from 0 to 100 */
  percent(value: number): string;
}

/** Smaller changes are not reported. */
const hardly = 0.02;

/** Describes what changed and why: three sentences, or one if there were no plays. */
export function describeChanges(
  { now, before, articles }: PeriodComparison,
  w: MailWords['report'],
  { count, plays, percent }: FigureFormat,
): string[] {
  if (now.plays === 0)
    return [before.plays === 0 ? w.nobody : w.nobodyAnyMore({ before: count(before.plays) })];
  const ratio = (of: number, to: number): number => (of > 0 && to > 0 ? Math.log(of / to) : 0);
  const change = before.plays > 0 ? now.plays / before.plays - 1 : null;
  const told = { plays: plays(now.plays), before: count(before.plays) };
  const share = { percent: percent(Math.abs(change ?? 0) * 100) };
  const what =
    change === null
      ? w.first(told)
      : Math.abs(change) < hardly
        ? w.same(told)
        : change > 0
          ? w.more({ ...told, ...share })
          : w.fewer({ ...told, ...share });
  return [what, why(), who()];

  /** Plays are views times the share of those that led to one: which of the two changed more? */
  function why(): string {
    const seen = ratio(now.views, before.views);
    const pressed = ratio(now.ctr ?? 0, before.ctr ?? 0);
    const plain = w.views({ views: count(now.views), ctr: percent(now.ctr ?? 0) });
    if (change === null || Math.abs(change) < hardly || (seen === 0 && pressed === 0)) return plain;
    const up = change > 0;
    // What went the other way explains nothing.
    const [bySeen, byPressed] = [up ? seen : -seen, up ? pressed : -pressed];
    if (bySeen <= 0 && byPressed <= 0) return plain;
    const views = { views: count(now.views), before: count(before.views) };
    const ctr = { ctr: percent(now.ctr ?? 0), before: percent(before.ctr ?? 0) };
    if (bySeen >= byPressed) return up ? w.seenMore(views) : w.seenLess(views);
    return up ? w.pressedMore(ctr) : w.pressedLess(ctr);
  }

  /** The article that made the biggest difference, or that was played most. */
  function who(): string {
    const direction = change !== null && change < -hardly ? -1 : 1;
    const difference = (one: PeriodComparison['articles'][number]): number =>
      direction * (one.plays - one.before);
    const [most] = [...articles].sort((a, b) => difference(b) - difference(a));
    if (most && change !== null && difference(most) > 0 && most.before > 0)
      return w.difference({ title: most.title, plays: plays(most.plays), before: count(most.before) });
    const [top] = [...articles].sort((a, b) => b.plays - a.plays);
    if (top && top.plays > 0) return w.top({ title: top.title, plays: plays(top.plays) });
    return w.heard({ minutes: count(now.minutes), ltr: percent(now.ltr ?? 0) });
  }
}
