import { readMail } from '../../server/kernel/send-mail.ts';
import type { App } from '../../server/kernel/app.ts';

const to = ({ db }: App, email: string) =>
  db.prisma.mail.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } });

/** The kinds of the mails that were sent to somebody, in order. */
export const mailsTo = async (app: App, email: string): Promise<string[]> =>
  (await to(app, email)).map(({ kind }) => kind);

/** Where the buttons of the mails lead that wait for being sent to somebody, in order. */
export const mailedLinks = async (app: App, email: string): Promise<string[]> =>
  (await to(app, email)).flatMap(({ key, content }) =>
    (content === null ? [] : (readMail(app, key, content)?.blocks ?? [])).flatMap((block) =>
      block.kind === 'button' ? [block.url] : [],
    ),
  );
