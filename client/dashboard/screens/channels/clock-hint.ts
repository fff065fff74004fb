import { channelsWords } from '../../generated/words/channels.ts';
import { clockChange, type LocalTime } from '../../ui/local-time.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

/** What is said about a time that clocks skip or show twice; null where they show it once. */
export function clockHint(local: LocalTime, zone: string): string | null {
  const change = clockChange(local, zone);
  const time = local.slice(11);
  return change && wordsNow(channelsWords).time[change]({ time, zone });
}
