import type { ArticleRun, RunningArticle } from './article-run.ts';
import { projectReadings } from '../areas/articles/normalization/project-readings.ts';
import { voiceByRule, type OwnVoice } from '../areas/voice/voicing/voice-delivery.ts';
import type { Voicing } from '../areas/voice/voicing/voicing-plan.ts';
import { paywallOf } from '../areas/projects/paywall/paywall.ts';
import type { RuleOutcome } from '../areas/library/rules/rule-outcome.ts';
import { normaliseText } from '../text/normalise-text.ts';

/** What an article's plan depends on: the article, its project's settings, and what the rules say. */
export function voicingOf(article: RunningArticle, rules: RuleOutcome, voice: ArticleRun['voice']): Voicing {
  const { id } = article;
  return {
    articleId: id,
    title: normaliseText(article.title).replace(/\s+/g, ' '),
    text: normaliseText(article.text),
    // In the studio the title is just the beginning of the text.
    skipTitle: rules.skipTitle || article.studio !== null,
    skipText: rules.skipText,
    readings: projectReadings(article, rules.leftAsWritten),
    strategy: rules.chunkStrategy,
    // Who steps in speaks alone: the service that speaks again may be the one that is down.
    voiceToVoice: voice === 'failover' ? null : rules.voiceToVoice,
    ...voiceOf(article, rules, voice),
    pauses: {
      sentence: article.pauseSentence,
      paragraph: article.pauseParagraph,
      heading: article.pauseHeading,
    },
    // Counted in the text as it was typed.
    ownPauses: article.studio?.pauses.map(({ end, ms }) => ({
      end: normaliseText(article.text.slice(0, end)).length,
      ms,
    })),
    sound: {
      bitrate: article.audioBitrate === 128 ? 128 : 64,
      volumeBoost: rules.volumeBoost,
      music: oneOf(rules.music, id),
      logo: rules.logo,
      cover: article.cover,
    },
    publisher: article.organizationName ?? article.projectName,
    paywall: paywallOf(article),
  };
}

function voiceOf(
  {
    id,
    studio,
    voiceLanguage,
    voiceProvider,
    voiceName,
    voiceAdditionalSettings,
    failoverVoice,
  }: RunningArticle,
  rules: RuleOutcome,
  voice: ArticleRun['voice'],
): OwnVoice {
  if (studio !== null)
    return {
      ...voiceByRule({ voiceLanguage: studio.language }, studio.voice),
      voiceSettings: studio.style === null ? {} : { style: studio.style },
    };
  if (voice === 'failover') return voiceByRule({ voiceLanguage }, failoverVoice!);
  const ruled = oneOf(rules.voices, id);
  return ruled === null
    ? { voiceProvider, voiceName, voiceLanguage, voiceSettings: voiceAdditionalSettings }
    : voiceByRule({ voiceLanguage }, ruled);
}

/** One of several, always the same for an article. */
const oneOf = (values: readonly string[], id: number): string | null => values[id % values.length] ?? null;
