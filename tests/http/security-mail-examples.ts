import type { z } from 'zod';
import type { securityMails } from '../../server/areas/access/identity/security-mails.ts';
import { mailWordsIn, type MailWords } from '../../server/mail/mail-words.ts';

const where = 'Daily <News>';
const link = 'https://example.com/path#secret';
const place = { device: 'Firefox · Linux', network: '203.0.113.7' };
const contact = 'help@example.com';
/** Facts of each security mail; several where it has several texts. */
export const securityMailExamples: {
  [Kind in keyof typeof securityMails]: z.input<(typeof securityMails)[Kind]['facts']>[];
} = {
  passwordReset: [{ link, minutes: 30 }],
  linkIdentity: [{ link, minutes: 10 }],
  confirmEmail: [{ link, hours: 24 }],
  emailChanged: [{ ...place, contact, email: 'new@example.com' }],
  accountDeleted: [{ ...place, contact }],
  newDevice: [place, { device: null, network: null }],
  passwordChanged: [place],
  guesses: [
    { ...place, what: 'password' },
    { ...place, what: 'code' },
  ],
  signInChanged: (
    Object.keys(mailWordsIn('en').signInChanged.changes) as (keyof MailWords['signInChanged']['changes'])[]
  ).map((what) => ({ ...place, what })),
  secondFactorRequired: [
    { where, from: new Date('2026-12-24T18:00:00Z') },
    { where, from: null },
  ],
  newKey: [
    { where, names: ['pt_1234'], opens: 'organization', path: '/projects/organization/daily' },
    { where, names: ['pk_1234'], opens: 'project', path: '/projects/1' },
    { where, names: ['pk_1234', 'pk_5678'], opens: 'project', path: '/projects/1' },
    { where, names: [], opens: 'signing', path: '/projects/1', isPrivate: true },
  ],
  keyExpires: [
    {
      where,
      name: 'pt_1234',
      path: '/projects/organization/daily',
      expiresAt: new Date('2026-12-24T18:00:00Z'),
    },
  ],
  roleChanged: [
    { of: 'platform', role: 'admin' },
    { of: 'organization', role: 'editor', where },
    { of: 'project', role: 'stats', where },
  ],
  roleEnded: [
    { where, role: null },
    { where, role: 'qa' },
    { where, role: 'maintainer' },
  ],
};
