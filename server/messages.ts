/** All that the server says: every room's messages, for processes to know and clients to translate. */
import { declaredMessages } from './lib/declare-messages.ts';
import './areas/accounts/messages.ts';
import './areas/amazon/messages.ts';
import './areas/deployments/messages.ts';
import './areas/duplicates/messages.ts';
import './areas/paywall/messages.ts';
import './areas/sources/messages.ts';
import './areas/voicing/messages.ts';
import './areas/websub/messages.ts';
import './audio/messages.ts';
import './extraction/messages.ts';
import './kernel/messages.ts';
import './lib/messages.ts';
import './pipeline/messages.ts';
import './speech/messages.ts';
import './storage/messages.ts';
import './text/messages.ts';

/** English ICU messages by their codes. */
export const serverMessages = declaredMessages();
