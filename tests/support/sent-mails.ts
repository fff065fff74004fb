import { readMail } from '../../server/kernel/send-mail.ts';
import type { App } from '../../server/kernel/app.ts';

const to = ({ db }: App, email: string) =>
  db.prisma.mail.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } });

/** Returns the kinds of the emails that were sent to an address, in order. */
export const mailsTo = async (app: App, email: string): Promise<string[]> =>
  (await to(app, email)).map(({ kind }) => kind);

/** Returns the button links of the emails queued for an address, in order. */
export const mailedLinks = async (app: App, email: string): Promise<string[]> =>
  (await to(app, email)).flatMap(({ key, content }) =>
    (content === null ? [] : (readMail(app, key, content)?.blocks ?? [])).flatMap((block) =>
      block.kind === 'button' ? [block.url] : [],
    ),
  );
