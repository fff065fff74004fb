import { builder } from '../../../graphql/builder.ts';
import { SourceTypeType } from '../../sources/types.ts';
import type { CorrectedWord } from './corrected-words.ts';
import type { GroupKind, Rated, RatedWeek } from './rated-groups.ts';
import { correctedIn } from './corrected-words.ts';
import { recentWeeks } from './rated-groups.ts';
import type { NamedGroup, ReviewQuality } from './review-quality.ts';

const RatedType = builder
  .objectRef<Rated>('RatedReviews')
  .implement({
    description: 'Some reviews.',
    fields: (t) => ({
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average of their stars, 1 to 5. Null when there are none.',
      }),
    }),
  });

const RatedWeekType = builder
  .objectRef<RatedWeek>('RatedWeek')
  .implement({
    description: 'The reviews of a week.',
    fields: (t) => ({
      week: t.expose('week', { type: 'Date', description: 'Its first day, a Monday.' }),
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average of their stars, 1 to 5. Null when there are none.',
      }),
    }),
  });

const QualityGroupKindType = builder.enumType('QualityGroupKind', {
  description: 'By what the quality of articles is compared.',
  values: {
    VOICE: { value: 'voice', description: 'By the voice that the project had.' },
    PROVIDER: { value: 'provider', description: 'By its speech service.' },
    SOURCE: { value: 'source', description: 'By where the articles are from.' },
    REVIEWER: { value: 'reviewer', description: 'By who reviewed them.' },
  } as const satisfies Record<string, { value: GroupKind; description: string }>,
});

const QualityGroupType = builder
  .objectRef<NamedGroup>('QualityGroup')
  .implement({
    description: 'What the reviews of one voice, provider, source or reviewer say.',
    fields: (t) => ({
      kind: t.expose('kind', { type: QualityGroupKindType, description: 'By what it is compared.' }),
      key: t.exposeString('key', {
        nullable: true,
        description:
          'Tells it from the others of its kind: `provider:name` of a voice, else an id. Null for what no longer exists, or for articles without a source.',
      }),
      name: t.exposeString('name', {
        nullable: true,
        description: 'Its name, or the URL of a source. Null where it has none.',
      }),
      sourceType: t.expose('sourceType', {
        type: SourceTypeType,
        nullable: true,
        description: 'Type of the source. Null for all else, and for a source that no longer exists.',
      }),
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average of their stars, 1 to 5. Null when there are none.',
      }),
      recent: t.expose('recent', {
        type: RatedType,
        description: `Reviews of the last ${recentWeeks} weeks, the running one included.`,
      }),
      before: t.expose('before', { type: RatedType, description: 'Reviews before those.' }),
      isWorse: t.exposeBoolean('isWorse', {
        description:
          'Whether its articles have got worse: by at least half a star, of at least five reviews before and after, and by more than chance would have it.',
      }),
      weeks: t.expose('weeks', { type: [RatedWeekType], description: 'Weeks with reviews, in order.' }),
    }),
  });

const CorrectedWordType = builder
  .objectRef<CorrectedWord>('CorrectedWord')
  .implement({
    description: 'A word that dictionaries say otherwise than it is written.',
    fields: (t) => ({
      word: t.exposeString('word', { description: 'As it stands in the dictionary.' }),
      dictionary: t.exposeString('dictionary', { description: 'Name of the dictionary.' }),
      articles: t.exposeInt('articles', { description: 'Number of articles in which it was corrected.' }),
      times: t.exposeInt('times', { description: 'How often in all of them.' }),
    }),
  });

export const ReviewQualityType = builder
  .objectRef<ReviewQuality>('ReviewQuality')
  .implement({
    description: 'What reviews say of the articles of a project over some weeks.',
    fields: (t) => ({
      reviews: t.exposeInt('reviews', { description: 'Number of reviews.' }),
      average: t.exposeFloat('average', {
        nullable: true,
        description: 'Average of their stars, 1 to 5. Null when there are none.',
      }),
      recent: t.expose('recent', {
        type: RatedType,
        description: `Reviews of the last ${recentWeeks} weeks, the running one included.`,
      }),
      before: t.expose('before', { type: RatedType, description: 'Reviews before those.' }),
      isWorse: t.exposeBoolean('isWorse', {
        description: 'Whether the articles have got worse altogether; see `QualityGroup.isWorse`.',
      }),
      timeZone: t.exposeString('zone', { description: 'Time zone in which weeks begin.' }),
      weeks: t.expose('weeks', { type: [RatedWeekType], description: 'Weeks with reviews, in order.' }),
      groups: t.expose('groups', {
        type: [QualityGroupType],
        description: 'Voices, providers, sources and reviewers; of each kind those 20 with most reviews.',
      }),
      corrected: t.expose('corrected', {
        type: [CorrectedWordType],
        description: `The 20 words that dictionaries corrected in most of the project's articles of that time, of the newest ${correctedIn.toLocaleString('en')}.`,
      }),
    }),
  });
