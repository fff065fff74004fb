import { declareMessages } from '../../../lib/declare-messages.ts';

/** What is said of projects that somebody asks for, and of their configuration. */
export const projectAccessMessages = declareMessages({
  PROJECT_NOT_FOUND: 'This project does not exist.',
  PROJECT_CHANGED: 'The configuration of this project was changed by someone else in the meantime.',
});
