import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../../server/kernel/actor.ts';
import type { App } from '../../server/kernel/app.ts';
import { credit } from '../../server/areas/access/accounts/ledger.ts';
import { createArticle } from '../../server/areas/articles/articles/articles.ts';
import { createProject } from '../../server/areas/projects/projects/create-project.ts';
import { updateProject } from '../../server/areas/projects/projects/update-project.ts';
import { createRule } from '../../server/areas/library/rules/rules.ts';
import { builtInFile } from '../../server/audio/built-in-sounds.ts';
import { hashPassword } from '../../server/lib/security/crypto.ts';
import { bookableFeatures, type Feature } from '../../server/kernel/features.ts';
import { startBalance } from '../../server/product.ts';
import type { SourceType } from '../generated/client/enums.ts';
import { seedAds } from './seed-ads.ts';
import { demoAddress, english, german } from './seed-articles.ts';
import { seedChannels } from './seed-channels.ts';
import { seedStatistics } from './seed-statistics.ts';

export interface SignInToPrint {
  email: string;
  password: string;
}

export interface SeedOptions {
  /** Where the demo's newspapers are served; only used when the configuration wants a demo. */
  demoSite: string;
}

/**
 * Fills an empty database: the first administrator and, if requested, the demo organization. It has no effect
 * on other databases, and is safe in several processes at once.
 * @returns the administrator's sign-in if it was created now with a generated password
 */
export async function seed(app: App, { demoSite }: SeedOptions): Promise<SignInToPrint | null> {
  const { config, db } = app;
  await moveDemoSite(app, demoSite);
  const password = config.adminPassword ?? randomBytes(12).toString('base64url');
  const passwordHash = (await db.prisma.user.count()) === 0 ? await hashPassword(password) : '';
  if (!passwordHash) return null;
  const admin = await db.transaction(async (tx) => {
    const made = await tx
      .insertInto('User')
      .columns(['email', 'fullname', 'role', 'passwordHash'])
      // Only by the first of the processes that start together on an empty database.
      .expression(
        tx
          .selectNoFrom([
            sql<string>`${config.adminEmail}::text`.as('email'),
            sql<string>`'Administrator'`.as('fullname'),
            sql<'admin'>`'admin'::"PlatformRole"`.as('role'),
            sql<string>`${passwordHash}::text`.as('passwordHash'),
          ])
          .where(({ not, exists, selectFrom }) => not(exists(selectFrom('User').select('id')))),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) await credit(tx, { userId: made.id }, startBalance, { kind: 'granted', why: 'A new account' });
    return made;
  });
  if (!admin) return null;
  if (config.demo) await seedDemo(app, admin.id, demoSite);
  return config.adminPassword ? null : { email: config.adminEmail, password };
}

/** What administrators would have to switch on, to be tried at once. */
const demoFlags: readonly Feature[] = ['security', 'character_limit', 'feature_highlight_text'];

/**
 * One project for each kind of source, in three languages, with rules and a paywall to try, and articles that
 * begin to be voiced at once.
 */
async function seedDemo(app: App, userId: number, site: string): Promise<void> {
  const { prisma } = app.db;
  const organization = await prisma.organization.create({
    data: {
      slug: 'demo',
      name: 'Demo Publishing House',
      pseudo: 'demo',
      features: [...bookableFeatures],
      members: { create: { userId, role: 'maintainer' } },
    },
  });
  await credit(app.db.sql, { organizationId: organization.id }, 1_000_000n, {
    kind: 'granted',
    why: 'The demo',
  });
  await prisma.platformFeature.createMany({ data: demoFlags.map((feature) => ({ feature })) });
  const actor: Actor = { kind: 'user', userId, role: 'admin', sessionId: '' };
  const project = async (name: string, language: string, type: SourceType, url?: string) => {
    const voice = app.speech.catalogue.defaultVoice(language);
    if (!voice) throw new Error(`No voice speaks ${language}.`);
    const created = await createProject(app, actor, {
      name,
      voiceName: voice.id,
      voiceLanguage: voice.language,
      organizationId: organization.id,
      sources: [{ type, url }],
    });
    return { id: created.project.id, voice: voice.id, language: voice.language };
  };

  const { id: desk, ...deskVoice } = await project("Editors' desk", 'en-US', 'manual');
  await seedDesk(app, actor, desk, site);
  const { id: morgenblatt } = await project('Morgenblatt', 'de-DE', 'api');
  await updateProject(app, actor, {
    id: morgenblatt,
    paywall: true,
    paywallParagraphLimit: 1,
    paywallAudioSuffixEnabled: true,
    paywallCTA: 'Anfang anhören:',
    securityEnabled: true,
  });
  for (const [index, article] of german.entries()) {
    const url = `${site}${demoAddress('/demo/morgenblatt', article, index)}`;
    await createArticle(app, actor, {
      projectId: morgenblatt,
      title: article.title,
      text: article.text,
      url,
    });
  }
  const { id: gazette } = await project(
    'The Harbour Gazette',
    'en-GB',
    'rss',
    `${site}/demo/gazette/feed.xml`,
  );
  const { id: courrier } = await project('Le Courrier du Port', 'fr-FR', 'parser', `${site}/demo/courrier/`);
  await seedChannels(app, actor, { gazette, courrier, morgenblatt });
  await seedAds(app, actor, { projectId: desk, ...deskVoice });
  await seedStatistics(app, desk, 0);
  await seedStatistics(app, morgenblatt, 0.4);
}

/** Rules and articles of the project that is edited by hand. */
async function seedDesk(app: App, actor: Actor, projectId: number, site: string): Promise<void> {
  const always = [{ operator: 'always', subject: 'article', value: '' }];
  await createRule(app, actor, {
    projectId,
    name: 'A bell before each article',
    predicates: always,
    actions: [{ action: 'audio_logo', values: [builtInFile('soft-bell')] }],
  });
  await createRule(app, actor, {
    projectId,
    name: 'Quiet stories with music',
    predicates: [{ operator: 'contains', subject: 'title', value: 'quiet' }],
    actions: [
      { action: 'background_music', values: [builtInFile('calm-pads')] },
      { action: 'set_label', values: ['Reportage'] },
    ],
  });
  for (const [index, { title, text }] of english.entries())
    await createArticle(app, actor, {
      projectId,
      title,
      text,
      ...(index === 0 && { url: `${site}/demo/ads` }),
    });
}

/** The demo's newspapers are served by Parlance itself, whose port may have changed since the last start. */
async function moveDemoSite(app: App, site: string): Promise<void> {
  if (!app.config.demo) return;
  await app.db.sql
    .updateTable('Source')
    .set(({ fn, ref, val }) => ({
      url: fn<string>('regexp_replace', [ref('url'), val('^http://127\\.0\\.0\\.1:\\d+'), val(site)]),
    }))
    .where('url', '~', '^http://127\\.0\\.0\\.1:\\d+/demo/(gazette|courrier)/')
    .where(({ not, fn, ref, val }) => not(fn<boolean>('starts_with', [ref('url'), val(site)])))
    .execute();
  await app.db.sql
    .updateTable('Article')
    .set(({ fn, ref, val }) => ({
      url: fn<string>('regexp_replace', [ref('url'), val('^http://127\\.0\\.0\\.1:\\d+'), val(site)]),
    }))
    .where('url', '~', '^http://127\\.0\\.0\\.1:\\d+/demo/((gazette|courrier|morgenblatt)/|ads$)')
    .where(({ not, fn, ref, val }) => not(fn<boolean>('starts_with', [ref('url'), val(site)])))
    .execute();
}
