import type { App } from '../../kernel/app.ts';
import type { Actor } from '../../kernel/actor.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { chargedCharacters, costEur, type PricedVoice } from '../../speech/prices.ts';
import { normaliseText } from '../../text/normalise-text.ts';
import { accessProject, type Project } from '../projects/access.ts';
import { charactersToday } from '../projects/usage.ts';
import { policy } from './policy.ts';

/** What an article would be, and cost, before anything of it is voiced. */
export interface ArticleQuote {
  /** Code points that would be voiced at most: what was voiced before costs nothing. */
  characters: number;
  /** Characters that this takes from the balance and from the daily limit at most. */
  charged: number;
  /** About how long it would sound. */
  durationMs: number;
  /** EUR at most, at the list price of the project's voice. */
  cost: number;
  /** Characters that the daily limit leaves for today (UTC); null: there is no limit. */
  leftToday: number | null;
}

/** What speech needs for a character where a project has voiced nothing yet: about 150 words of six characters in a minute. */
const usualMsPerCharacter = 65;
/** Finished files that tell how fast the project's voice speaks. */
const measuredFiles = 20;

/**
 * Length and price of an article that is being written.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `text` when it is too long for an article
 */
export async function quoteArticle(
  app: App,
  actor: Actor,
  { projectId, title, text }: { projectId: number; title: string; text: string },
): Promise<ArticleQuote> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.quoteArticle);
  const max = app.config.articleMaxCharacters;
  if (text.length > max) throw new ValidationError([{ field: 'text', message: `At most ${max} characters; it has ${text.length}.` }]);
  const characters = spokenCharacters(title) + spokenCharacters(text);
  const voice = voiceOf(project);
  const used = project.limitEnabled ? await charactersToday(app, project.id) : 0;
  return {
    characters,
    charged: Math.ceil(chargedCharacters(voice, characters)),
    durationMs: Math.round(characters * (await msPerCharacter(app, project.id))),
    cost: costEur(voice, characters),
    leftToday: project.limitEnabled ? Math.max(0, project.limitPerDay - used) : null,
  };
}

/** Code points of a text without its marks for voices; a line break is silence, which costs nothing. */
function spokenCharacters(text: string): number {
  let count = 0;
  for (const character of normaliseText(text).replace(/<\/?voice\b[^>]*>/gi, '')) if (character !== '\n') count++;
  return count;
}

/** As the project's last files sound, pauses and music included. */
async function msPerCharacter(app: App, projectId: number): Promise<number> {
  // Lengths are the database's to count: the texts stay there.
  const { duration, characters } = await app.db.sql
    .selectFrom((eb) =>
      eb
        .selectFrom('Article as a')
        .innerJoin('Audio as v', 'v.version', 'a.audio')
        .where('a.projectId', '=', projectId)
        .where('a.deletedAt', 'is', null)
        .orderBy('a.addedAt', 'desc')
        .orderBy('a.id', 'desc')
        .limit(measuredFiles)
        .select(({ fn }) => ['v.durationMs', fn<number>('char_length', ['v.text']).as('characters')])
        .as('file'),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('file.durationMs').as('duration'),
      fn.sum<string | null>('file.characters').as('characters'),
    ])
    .executeTakeFirstOrThrow();
  return Number(characters) > 0 ? Number(duration) / Number(characters) : usualMsPerCharacter;
}

function voiceOf({ voiceProvider, voiceName, voiceAdditionalSettings: { model } }: Project): PricedVoice {
  return { provider: voiceProvider, voice: voiceName, model: typeof model === 'string' ? model : undefined };
}
