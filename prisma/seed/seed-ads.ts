import type { Actor } from '../../server/kernel/actor.ts';
import type { App } from '../../server/kernel/app.ts';
import { createAdUnit } from '../../server/areas/library/ads/campaigns.ts';
import { createChannel } from '../../server/areas/channels/channels/channels.ts';
import { updateProject } from '../../server/areas/projects/projects/update-project.ts';
import { storeSound } from '../../server/areas/library/sounds/sounds.ts';
import { previewVoice } from '../../server/areas/library/voices/voices.ts';
import { UploadedFile } from '../../server/lib/requests/uploaded-file.ts';
import { product } from '../../server/product.ts';
import { demoChannels } from './seed-channels.ts';

const ad =
  'This is an audio ad. The harbour ferry takes you to the lighthouse island, every hour, on the hour. And now, your story.';

/**
 * Creates a campaign with one ad, for the page that plays ads without sign-in. The project's voice speaks the
 * ad; if it is unavailable, the page says that there is no ad.
 * @param voice id of the project's voice
 */
export async function seedAds(
  app: App,
  actor: Actor,
  { projectId, voice, language }: { projectId: number; voice: string; language: string },
): Promise<void> {
  await createChannel(app, actor, {
    projectId,
    slug: demoChannels.ads,
    settings: { player: { version: 3, provider: 'always', color: '#0b5c74', cta: 'Listen to this story:' } },
  });
  try {
    const { file } = await previewVoice(app, actor, { voice, language, text: ad });
    const bytes = await app.storage.get(`audio/${file}.mp3`);
    const sound = await storeSound(app, actor, projectId, new UploadedFile('harbour-ferry.mp3', bytes!));
    const { campaign } = await createAdUnit(app, actor, {
      projectId,
      name: 'Harbour ferries',
      limit: 1_000_000,
      slug: 'harbour-ferry',
      audioFile: sound.file,
      dateFrom: '2026-01-01',
      dateTo: '2099-12-31',
    });
    await updateProject(app, actor, {
      id: projectId,
      audioAds: true,
      audioAdsProvider: product.value,
      adCampaign: campaign.id,
    });
  } catch (error) {
    app.log.warn({ err: error }, 'the demo has no audio ad');
  }
}
