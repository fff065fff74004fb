import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { CatalogueLanguage } from '../../../speech/voice-catalogue.ts';
import { requireCredentials } from '../../access/identity/policy.ts';
import { favoritesOf } from '../../library/voices/voices.ts';

/** What of the catalogue the studio offers: see `VoiceCatalogue.studioLanguages`. @throws NotSignedInError */
export async function studioLanguages(app: App, actor: Actor): Promise<CatalogueLanguage[]> {
  requireCredentials(actor);
  return app.speech.catalogue.studioLanguages(await favoritesOf(app, actor));
}
