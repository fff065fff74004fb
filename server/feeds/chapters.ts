/** A chapter begins here. */
export interface Chapter {
  startMs: number;
  title: string;
  url: string | null;
}

const seconds = (ms: number): number => Math.round(ms) / 1000;

/** Chapters as Podcasting 2.0 has them (`application/json+chapters`, version 1.2.0). */
export const chaptersJson = (title: string, chapters: readonly Chapter[]): string =>
  JSON.stringify({
    version: '1.2.0',
    title: title.toWellFormed(),
    chapters: chapters.map(({ startMs, title: name, url }) => ({
      startTime: seconds(startMs),
      title: name.toWellFormed(),
      ...(url !== null && { url }),
    })),
  });

/** A cue of a transcript. */
export interface TranscriptCue {
  startMs: number;
  endMs: number;
  lines: string[];
}

/** A transcript as Podcasting 2.0 has it in JSON (version 1.0.0). */
export const transcriptJson = (cues: readonly TranscriptCue[]): string =>
  JSON.stringify({
    version: '1.0.0',
    segments: cues.map(({ startMs, endMs, lines }) => ({
      startTime: seconds(startMs),
      endTime: seconds(endMs),
      body: lines.join(' ').toWellFormed(),
    })),
  });
