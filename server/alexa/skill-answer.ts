import { createHash } from 'node:crypto';
import { languageOf } from '../areas/channels/deployments/skill-locales.ts';
import type { PublicChannel } from '../areas/channels/channels/public-channel.ts';
import { skillArticles } from '../areas/channels/publications/feed-articles.ts';
import type { App } from '../kernel/app.ts';
import { databaseTime } from '../lib/database/database-clock.ts';
import { now } from '../lib/database/sql.ts';
import { converse, type Skill } from './converse.ts';
import type { Envelope, SkillResponse } from './envelope.ts';
import type { Track } from './programme.ts';

type SkillChannel = PublicChannel<'alexaSkill'>;

/** Whether a skill of Amazon's is one of the channel's: each developer account that published it has one. */
export async function isSkillOf({ db }: App, { id }: SkillChannel, applicationId: string): Promise<boolean> {
  const found = await db.sql
    .selectFrom('AlexaSkill')
    .select('channelId')
    .where('channelId', '=', id)
    .where('skillId', '=', applicationId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Responds to a verified request from Amazon. Requests of one listener are serialized, so that neither
 * overwrites the other's position.
 */
export async function answerListener(
  app: App,
  channel: SkillChannel,
  envelope: Envelope,
): Promise<SkillResponse> {
  const { request, context } = envelope;
  if (request.type === 'System.ExceptionEncountered')
    app.log.warn({ channelId: channel.id, exception: request['error'] }, 'Alexa rejected a response');
  const skill = await skillOf(app, channel);
  const listener = createHash('sha256')
    .update(`${channel.id} ${context.System.user.userId}`)
    .digest('base64url');
  const place = { channelId: channel.id, listener };
  return app.db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('AlexaListener')
      .selectAll()
      .where('channelId', '=', channel.id)
      .where('listener', '=', listener)
      .forUpdate()
      .executeTakeFirst();
    const {
      channelId: _,
      listener: __,
      modifiedAt,
      ...before
    } = row ?? { channelId: 0, listener: '', modifiedAt: new Date(0) };
    const { response, listening } = converse(
      skill,
      envelope,
      languageOf(request.locale ?? channel.project.voiceLanguage),
      {
        before: 'playing' in before ? before : null,
        awayMs: databaseTime().getTime() - modifiedAt.getTime(),
      },
    );
    if (listening) {
      const values = { ...listening, offsetMs: Math.round(listening.offsetMs), modifiedAt: now() };
      await tx
        .insertInto('AlexaListener')
        .values({ ...place, ...values })
        .onConflict((conflict) => conflict.columns(['channelId', 'listener']).doUpdateSet(values))
        .execute();
    }
    return response;
  });
}

async function skillOf(app: App, { projectId, settings, project }: SkillChannel): Promise<Skill> {
  const tracks = await newestTracks(app, projectId, project.securityEnabled);
  return {
    tracks,
    name: settings.name || project.name,
    introText: settings.introText,
    outroText: settings.outroText,
    sounds: { intro: settings.introAudio, next: settings.nextNewsAudio, outro: settings.outroAudio },
    urlOf: (file) => `${app.config.publicUrl}/download/audio/${file}.mp3`,
  };
}

/** What there is to hear, newest first. */
async function newestTracks({ db }: App, projectId: number, teasers: boolean): Promise<Track[]> {
  const rows = await skillArticles(db.sql, projectId, { teasers })
    .select(['a.id', 'a.title', teasers ? 'u.teaser as file' : 'u.version as file'])
    .execute();
  return rows.map(({ id, title, file }) => ({ id, title, file: file! }));
}
