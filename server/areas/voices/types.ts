import { builder } from '../../graphql/builder.ts';
import type { CatalogueVoice } from '../../speech/voice-catalogue.ts';

/** The voice's GraphQL type, for the areas whose types lead to voices. */
export const VoiceType = builder.objectRef<CatalogueVoice>('Voice');
