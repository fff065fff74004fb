import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EncoderProfile } from '../../../audio/bitrates.ts';
import { withTemporaryFolder } from '../../../lib/temporary-folder.ts';
import { audioFile } from '../../../storage/files.ts';
import { product } from '../../../product.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { cachedPreview, previewVoice, type Preview } from '../../library/voices/voices.ts';
import { soundMessages } from '../../library/sounds/messages.ts';
import { articleOpenings } from '../../library/sounds/article-opening.ts';
import { readSound } from '../../library/sounds/read-sound.ts';
import { soundsOf } from '../../library/sounds/sounds.ts';
import { policy } from './policy.ts';
import { pronounceInProject } from './preview-in-project.ts';

/**
 * What a channel puts around articles. Sounds are named by their file or their name; what is empty is left
 * out.
 */
export interface ChannelSounds {
  introAudio?: string | null | undefined;
  introText?: string | null | undefined;
  outroAudio?: string | null | undefined;
  outroText?: string | null | undefined;
  /** Between two articles. */
  nextNewsAudio?: string | null | undefined;
}

/** One stretch of the preview: what it is, as its name says it, and how to have it. */
interface Part {
  key: string;
  kind: 'speech' | 'sound';
  load(): Promise<Uint8Array>;
}

const pauseMs = 400;
const profile: EncoderProfile = { sampleRate: 44_100, channels: 2, bitrate: 128 };
const longest = 120_000;
/** Previews that are made for one caller. */
const previews = declareRate('Channel previews', 'a caller', { burst: 30, everyMs: 4_000 });

/**
 * How a channel would sound: its intro, how the newest article begins (or a sentence, where there is none),
 * its sound between articles, how the next one begins, its outro. The same preview twice is read from
 * storage.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on the field that is wrong,
 * LimitReachedError when the voice
 *   cannot speak now
 */
export async function previewChannel(
  app: App,
  actor: Actor,
  { projectId, ...given }: ChannelSounds & { projectId: number },
): Promise<Preview> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.previewChannel);
  const wanted = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, value?.trim() ?? '']),
  ) as Record<keyof ChannelSounds, string | undefined>;
  if (Object.values(wanted).every((value) => !value))
    throw new ValidationError([{ field: 'introText', ...soundMessages.NOTHING_TO_PREVIEW() }]);
  const sound = await soundFinder(app, project);
  const [intro, outro, next] = [
    sound('introAudio', wanted.introAudio),
    sound('outroAudio', wanted.outroAudio),
    sound('nextNewsAudio', wanted.nextNewsAudio),
  ];
  const spoken = (field: string, text: string | undefined) =>
    text === undefined || text === '' ? [] : [speech(app, actor, project, field, text)];
  const articles = (await articleOpenings(app, projectId, next.length > 0 ? 2 : 1)).map(
    ({ version, lengthMs, load }): Part => ({ key: `article ${version} ${lengthMs}`, kind: 'speech', load }),
  );
  const [first = speech(app, actor, project, 'introText'), second] = articles;
  const parts = await Promise.all([
    ...intro,
    ...spoken('introText', wanted.introText),
    first,
    ...next,
    ...(second ? [second] : []),
    ...spoken('outroText', wanted.outroText),
    ...outro,
  ]);

  return renderPreview(app, actor, project, parts);
}

/**
 * Joins the parts to one file; the same parts again are read from storage. @throws LimitReachedError when
 * asked for too often
 */
export async function renderPreview(
  app: App,
  actor: Actor,
  project: Project,
  parts: Part[],
): Promise<Preview> {
  const file = `channel-${createHash('sha256')
    .update(JSON.stringify([profile, pauseMs, parts.map(({ key }) => key)]))
    .digest('hex')
    .slice(0, 32)}`;
  const kept = await cachedPreview(app, 'previews', file);
  if (kept) return kept;
  await countAgainstRate(app, previews, callerOf(actor, ''), soundMessages.TOO_MANY_PREVIEWS());
  const durationMs = await render(app, tenantOf(project), file, parts, `${project.name}: preview`);
  await app.storage.put(`previews/${file}.json`, Buffer.from(JSON.stringify({ durationMs })));
  return { file, durationMs };
}

/** Finds the project's sounds by file or name. */
export async function soundFinder(
  app: App,
  { id }: Project,
): Promise<(field: string, wanted: string | undefined) => Part[]> {
  const sounds = await soundsOf(app, id);
  return (field, wanted) => {
    if (!wanted) return [];
    const found = sounds.find(({ file }) => file === wanted) ?? sounds.find(({ name }) => name === wanted);
    if (!found) throw new ValidationError([{ field, ...soundMessages.SOUND_OF_ANOTHER_PROJECT() }]);
    const load = async (): Promise<Uint8Array> => {
      const bytes = await readSound(app, found.file);
      if (!bytes) throw new ValidationError([{ field, ...soundMessages.SOUND_MISSING() }]);
      return bytes;
    };
    return [{ key: `sound ${found.file}`, kind: 'sound', load }];
  };
}

/**
 * A text in the project's voice, by its dictionaries; without one, the sentence by which its voice is judged.
 */
export async function speech(
  app: App,
  actor: Actor,
  project: Project,
  field: string,
  text?: string,
): Promise<Part> {
  const { voiceProvider, voiceName, voiceLanguage, voiceAdditionalSettings } = project;
  const { style, model, ...settings } = voiceAdditionalSettings;
  const chosen = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  try {
    const voice = {
      voice: `${voiceProvider}:${voiceName}`,
      language: voiceLanguage,
      style: chosen(style),
      model: chosen(model),
      settings,
    };
    const said = text === undefined ? voice : await pronounceInProject(app, project, { ...voice, text });
    const { file } = await previewVoice(app, actor, said);
    return {
      key: `speech ${file}`,
      kind: 'speech',
      load: async () => (await app.storage.get(audioFile(file)))!,
    };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(error.fieldErrors.map((problem) => ({ ...problem, field })));
  }
}

async function render(
  { speech: { threads }, storage }: App,
  tenant: string,
  file: string,
  parts: Part[],
  title: string,
): Promise<number> {
  return withTemporaryFolder('preview', async (folder) => {
    const path = join(folder, `${randomUUID()}.mp3`);
    const sources = await Promise.all(
      parts.map(async ({ kind, load }, index) => ({
        kind,
        pauseMs: index < parts.length - 1 ? pauseMs : 0,
        audio: await load(),
      })),
    );
    const { durationMs } = await threads
      .for(tenant)
      .run(
        'render',
        { parts: sources, path, output: { kind: 'mp3', profile }, tags: { title, publisher: product.name } },
        undefined,
        longest,
      );
    await storage.putFile(audioFile(file), path);
    return durationMs;
  });
}
