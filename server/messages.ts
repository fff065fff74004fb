/** All that the server says: every room's messages, for processes to know and clients to translate. */
import { declaredMessages } from './lib/declare-messages.ts';
import './kernel/messages.ts';

/** English ICU messages by their codes. */
export const serverMessages = declaredMessages();
