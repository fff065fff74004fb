import type { z } from 'zod';
import { securityMails } from './areas/access/identity/security-mails.ts';
import { testMail } from './areas/access/mail/mail-delivery.ts';
import { invitationMail } from './areas/access/organizations/invite-members.ts';
import { premiumMails } from './areas/people/premium/premium-mails.ts';
import { signUpMail } from './areas/people/sign-up/sign-up.ts';
import { webhookDisabledMail } from './areas/projects/webhooks/webhook-mail.ts';
import { reportMail } from './areas/projects/report-mails/report-content.ts';
import type { DeclaredMail } from './kernel/declare-mail.ts';

/** Every mail that the server sends; their texts are in `mail` of each catalogue. */
export const mails: readonly DeclaredMail<z.ZodType<any>>[] = [
  ...Object.values(securityMails),
  invitationMail,
  signUpMail,
  ...Object.values(premiumMails),
  reportMail,
  webhookDisabledMail,
  testMail,
];
