import { noticeOf, noticeSchema, type Message, type Notice } from '../../../../lib/declare-messages.ts';
import type { App } from '../../../../kernel/app.ts';
import { wordTimings } from '../../../../text/words.ts';
import { reviewMessages } from '../messages.ts';
import { versionToReview, type Versions } from '../review-audio.ts';
import { speechMismatches, type SpeechMismatch } from './sentence-mismatches.ts';

/** Whether an article's version says what is written, as far as that is known. */
export interface ReadSpeechCheck {
  state: 'waiting' | 'checked' | 'not_checked';
  /** Why it was not checked. */
  reason: Notice | null;
  /** Those first that differ most. */
  sentences: (SpeechMismatch & { startMs: number; endMs: number })[];
}

/** Returns the check of the version under review. Unchecked speech is never presented as correct. */
export async function readSpeechCheck(
  app: App,
  article: Versions & { projectId: number },
): Promise<ReadSpeechCheck> {
  const version = versionToReview(article);
  const check =
    version === null
      ? null
      : await app.db.prisma.speechCheck.findUnique({
          where: { version },
          select: { state: true, reason: true, sentences: true, audio: { select: { timings: true } } },
        });
  if (!check) return unchecked(await whyNot(app, article.projectId));
  const { state } = check;
  if (state === 'not_checked')
    return { state, reason: noticeSchema.nullable().parse(check.reason), sentences: [] };
  const timings = wordTimings.parse(check.audio.timings);
  const sentences = speechMismatches.parse(check.sentences).map((sentence) => {
    const own = timings.filter(
      ({ start, length }) => start + length > sentence.start && start < sentence.start + sentence.length,
    );
    return { ...sentence, startMs: own[0]?.startMs ?? 0, endMs: own.at(-1)?.endMs ?? 0 };
  });
  return { state, reason: null, sentences };
}

const unchecked = (why: Message): ReadSpeechCheck => ({
  state: 'not_checked',
  reason: noticeOf(why),
  sentences: [],
});

async function whyNot({ db, recogniser }: App, projectId: number): Promise<Message> {
  if (!recogniser) return reviewMessages.NOT_CHECKED_NO_RECOGNISER();
  const { qaListening } = await db.prisma.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { qaListening: true },
  });
  return qaListening ? reviewMessages.NOT_CHECKED_NOT_CHOSEN() : reviewMessages.NOT_CHECKED_SWITCHED_OFF();
}
