import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { readableBy } from '../project-access/access.ts';
import type { Named } from './log-labels.ts';

/** What people call the types of sources and channels. */
const types: Readonly<Record<string, string>> = {
  rss: 'RSS feed',
  api: 'API',
  api_readonly: 'API, read only',
  parser: 'Website parser',
  manual: 'Manual',
  alexaFB: 'Alexa Flash Briefing',
  alexaSkill: 'Alexa Skill',
  googleAction: 'Google Action',
  json: 'JSON-feed',
  player: 'Integrated Webplayer',
  playlistPlayer: 'Playlist Player',
  podcast: 'Podcast',
};

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** What nobody needs the database for; undefined: it is asked. */
export function knownName({ speech }: App, kind: Named, id: string | number): string | undefined {
  switch (kind) {
    case 'voice': {
      const voice = speech.findVoice(String(id));
      return voice ? voice.label : String(id).replace(/^\w+:/, '');
    }
    case 'voice service':
      return speech.providers.list().find((provider) => provider.id === id)?.title ?? String(id);
    case 'language':
      return languageName(String(id));
    case 'type':
      return Object.hasOwn(types, id) ? types[id] : String(id);
    case 'image':
      return 'an image';
    default:
      return undefined;
  }
}

function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * Names of what ids stand for, as far as the actor may know them: what is missing is gone, or not his to see.
 * For callers who have read the log.
 */
export async function readNames(
  app: App,
  actor: Actor,
  kind: Named,
  given: readonly (string | number)[],
): Promise<{ id: number; name: string }[]> {
  const { prisma } = app.db;
  const ids = given.map(Number).filter(Number.isSafeInteger);
  const select = { id: true, name: true } as const;
  switch (kind) {
    case 'project':
      return prisma.project.findMany({ where: { AND: [{ id: { in: ids } }, readableBy(actor)] }, select });
    case 'organization':
      return prisma.organization.findMany({ where: { id: { in: ids }, ...memberOf(actor) }, select });
    case 'ad campaign':
      return prisma.adCampaign.findMany({
        where: { id: { in: ids }, organization: memberOf(actor) },
        select,
      });
    case 'user':
      return (
        await prisma.user.findMany({ where: { id: { in: ids } }, select: { id: true, fullname: true } })
      ).map(({ id, fullname }) => ({ id, name: fullname }));
    case 'source':
      return (
        await prisma.source.findMany({
          where: { id: { in: ids }, project: readableBy(actor) },
          select: { id: true, type: true, url: true },
        })
      ).map(({ id, type, url }) => ({
        id,
        name: [Object.hasOwn(types, type) ? types[type] : type, url].filter(Boolean).join(' '),
      }));
    default:
      return [];
  }
}

/** Whose organizations the actor knows by name. */
function memberOf(actor: Actor) {
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.role === 'admin')) return {};
  if (actor.kind === 'partner') return { id: actor.organizationId };
  return {
    members: { some: { userId: actor.kind === 'user' ? actor.userId : 0, status: 'active' as const } },
  };
}
