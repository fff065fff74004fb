import { channelsWords } from '../../../generated/words/channels.ts';
import { clockChange, type LocalTime } from '../../../ui/time/local-time.ts';
import { currentWords } from '../../../words/word-catalogue.ts';

/** Returns a hint about a time that clocks skip or show twice, or null if they show it once. */
export function clockHint(local: LocalTime, zone: string): string | null {
  const change = clockChange(local, zone);
  const time = local.slice(11);
  return change && currentWords(channelsWords).time[change]({ time, zone });
}
