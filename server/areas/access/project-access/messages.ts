import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about access to projects and about their configuration. */
export const projectAccessMessages = declareMessages({
  PROJECT_NOT_FOUND: 'This project does not exist.',
  PROJECT_CHANGED: 'Someone else has changed these settings in the meantime.',
});
