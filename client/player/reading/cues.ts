export interface TranscriptCue {
  /** Seconds. */
  from: number;
  to: number;
  text: string;
}

const signs: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
};

/** The cues of a WebVTT file, without their markup; those that cannot be read are left out. */
export function readCues(vtt: string): TranscriptCue[] {
  const cues: TranscriptCue[] = [];
  for (const block of vtt.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => line.includes('-->'));
    const [from, to] = (lines[at] ?? '').split('-->').map((time) => secondsOf(time.trim().split(/\s/)[0]!));
    if (from === undefined || to === undefined || Number.isNaN(from + to)) continue;
    const text = lines
      .slice(at + 1)
      .join(' ')
      .replace(/<[^<>]*>/g, '')
      .replace(/&\w+;/g, (sign) => signs[sign] ?? sign)
      .trim();
    if (text) cues.push({ from, to, text });
  }
  return cues;
}

function secondsOf(text: string): number {
  const [, hours = '0', minutes, seconds] = /^(?:(\d+):)?(\d\d):(\d\d\.\d{3})$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
