import { amazon } from './amazon.ts';
import { elevenlabs } from './elevenlabs.ts';
import { gemini25 } from './gemini25.ts';
import { google } from './google.ts';
import { ibm } from './ibm.ts';
import { microsoft } from './microsoft.ts';
import { openai } from './openai.ts';
import type { SpeechService } from './speech-service.ts';

/**
 * Every speech service, in the order in which voice lists show them: the specification wants openai and
 * microsoft first.
 */
export const services: readonly Omit<SpeechService, 'configOf'>[] = [
  openai,
  microsoft,
  elevenlabs,
  gemini25,
  google,
  amazon,
  ibm,
];
