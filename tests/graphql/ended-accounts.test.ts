import { beforeEach, describe, expect, test } from 'vitest';
import { setProjectRole } from '../../server/areas/people/administration/project-roles.ts';
import { suspendAccount } from '../../server/areas/people/administration/suspend-account.ts';
import { sendEmailChange } from '../../server/areas/access/identity/email-change.ts';
import { sendPasswordReset } from '../../server/areas/access/identity/password-reset.ts';
import { changeUserRole, signIn } from '../../server/areas/access/identity/identity.ts';
import { resetAdministratorPassword } from '../../server/areas/access/identity/passwords.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { setAccountStopped } from '../../server/areas/access/identity/account-stop.ts';
import { createOrganization } from '../../server/areas/access/organizations/create-organization.ts';
import { acceptInvitation } from '../../server/areas/access/organizations/invitations.ts';
import { inviteMembers } from '../../server/areas/access/organizations/invite-members.ts';
import { changeMemberRole, removeMember } from '../../server/areas/access/organizations/members.ts';
import { createPartnerToken } from '../../server/areas/access/organizations/partner-tokens.ts';
import { deleteOwnAccount } from '../../server/areas/people/profile/delete-account.ts';
import { openStudio } from '../../server/areas/people/studio/open-studio.ts';
import type { Sql } from '../../server/lib/database/db.ts';
import { inSession } from '../support/actor-in-session.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const password = 'correct horse';
const whence = { remoteAddress: '127.0.0.1' };
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
  await server.app.db.prisma.user.update({
    where: { id: room.maintainer.id },
    data: { passwordHash: quickHash(password) },
  });
});

const lock = (tx: Sql, id: number) =>
  tx.selectFrom('User').select('id').where('id', '=', id).forUpdate().execute();
const stop = async (tx: Sql, id: number): Promise<void> => {
  await lock(tx, id);
  await setAccountStopped(tx, id, true);
};
const remove = async (tx: Sql, id: number): Promise<void> => {
  await lock(tx, id);
  await tx.deleteFrom('Session').where('userId', '=', id).execute();
  await tx
    .updateTable('User')
    .set({ email: `deleted-${id}@deleted.invalid`, passwordHash: null, deletedAt: new Date() })
    .where('id', '=', id)
    .execute();
};
const changePassword = async (tx: Sql, id: number): Promise<void> => {
  await tx
    .updateTable('User')
    .set({ passwordHash: quickHash('battery staple') })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('Session').where('userId', '=', id).execute();
};

/** Acts while a transaction that ends something is not committed yet. @returns its result */
async function actWhile(end: (tx: Sql) => Promise<void>, act: () => Promise<unknown>): Promise<unknown> {
  const { db } = server.app;
  const [changed, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ending = db.transaction(async (tx) => {
    await end(tx);
    changed.resolve();
    await committed.promise;
  });
  await changed.promise;
  let settled = false;
  const acting = act()
    .catch((error: Error) => error.name)
    .finally(() => (settled = true));
  const isWaiting = async () =>
    (
      await db.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rows.length > 0;
  await expect.poll(async () => settled || (await isWaiting())).toBe(true);
  committed.resolve();
  await ending;
  return acting;
}

const ends = { stopped: stop, deleted: remove };

describe.each(Object.entries(ends))(
  'requests of an account that has been %s in the meantime are refused',
  (_, end) => {
    const refused: [what: string, act: () => Promise<unknown>][] = [
      [
        'a sign-in opens no session',
        () => signIn(server.app, { email: room.maintainer.email, password, ...whence }),
      ],
      ['a proof of any kind opens no session', () => openSession(server.app, room.maintainer.id)],
      [
        'no token is created',
        () =>
          createPartnerToken(server.app, actorOf(room.maintainer), {
            organizationId: room.organization.id,
            name: 'Late',
            readOnly: false,
            expiresAt: null,
            projectIds: [],
            callsPerMinute: null,
          }),
      ],
      [
        'nobody is invited',
        () =>
          inviteMembers(server.app, actorOf(room.maintainer), {
            organizationId: room.organization.id,
            emails: ['late@example.com'],
            role: 'maintainer',
          }),
      ],
      ['no organization is created', () => createOrganization(server.app, actorOf(room.maintainer), 'Late')],
      ['no studio is opened', () => openStudio(server.app, room.maintainer.id)],
    ];
    test.each(refused)('%s', async (_what, act) => {
      const { prisma } = server.app.db;
      const counts = () =>
        Promise.all([
          prisma.session.count(),
          prisma.partnerToken.count(),
          prisma.member.count(),
          prisma.organization.count(),
          prisma.studio.count(),
        ]);
      const before = await counts();
      expect(await actWhile((tx) => end(tx, room.maintainer.id), act)).toBe('NotSignedInError');
      expect(await counts()).toEqual(before);
    });

    test('an invitation of an ended account cannot be accepted', async () => {
      const { id } = await server.make.user();
      await server.app.db.prisma.member.create({
        data: {
          organizationId: room.organization.id,
          userId: id,
          role: 'maintainer',
          status: 'invited',
          inviteExpiresAt: new Date(Date.now() + 60_000),
        },
      });
      const accept = () =>
        acceptInvitation(server.app, actorOf({ id, role: 'viewer' }), {
          which: { organizationId: room.organization.id },
          whence,
        });
      expect(await actWhile((tx) => end(tx, id), accept)).toBe('NotSignedInError');
      expect((await server.app.db.prisma.member.findFirstOrThrow({ where: { userId: id } })).status).toBe(
        'invited',
      );
    });
  },
);

test('no link is sent to an account that has been deleted in the meantime', async () => {
  const { id, email } = room.maintainer;
  const reset = () => sendPasswordReset(server.app, { email });
  expect(await actWhile((tx) => remove(tx, id), reset)).toBe('skipped');
  const { id: other } = room.editor;
  const change = () => sendEmailChange(server.app, { userId: other, email: 'next@example.com' });
  expect(await actWhile((tx) => remove(tx, other), change)).toBe('skipped');
});

test('a sign-in whose password has been changed in the meantime creates no session', async () => {
  const { id, email } = room.maintainer;
  const enter = () => signIn(server.app, { email, password, ...whence });
  expect(await actWhile((tx) => changePassword(tx, id), enter)).toBe('NotSignedInError');
  expect(await server.app.db.prisma.session.count({ where: { userId: id } })).toBe(0);
});

test('a remaining session of an ended account is refused', async () => {
  const token = await server.signIn(room.viewer);
  const status = async () => (await server.graphql('{ viewer { user { id } } }', {}, token)).status;
  for (const column of ['stoppedAt', 'deletedAt']) {
    await server.app.db.prisma.user.update({ where: { id: room.viewer.id }, data: { [column]: new Date() } });
    expect(await status()).toBe(401);
    await server.app.db.prisma.user.update({ where: { id: room.viewer.id }, data: { [column]: null } });
    expect(await status()).toBe(200);
  }
});

test('a demoted administrator cannot suspend accounts or assign roles, even during the change', async () => {
  const former = await server.make.admin();
  const demote = async (tx: Sql): Promise<void> =>
    void (await tx.updateTable('User').set({ role: 'viewer' }).where('id', '=', former.id).execute());
  const by = await inSession(server.app.db, actorOf(former));
  const acts = [
    () => suspendAccount(server.app, by, { userId: room.viewer.id, reason: 'Late', isSuspended: true }),
    () => changeUserRole(server.app, by, { userId: room.viewer.id, role: 'admin' }),
    () =>
      setProjectRole(server.app, by, {
        projectId: room.project.id,
        userId: room.viewer.id,
        role: 'qa',
        granted: true,
      }),
  ];
  for (const act of acts) {
    await server.app.db.prisma.user.update({ where: { id: former.id }, data: { role: 'admin' } });
    expect(await actWhile(demote, act)).toBe('NotAllowedError');
  }
});

describe('the last administrator who can sign in', () => {
  const caught = (act: Promise<unknown>) =>
    act.then(
      () => 'done',
      (error: { fieldErrors?: { code: string }[]; name: string }) =>
        error.fieldErrors?.[0]?.code ?? error.name,
    );
  const removeAccount = async (user: { id: number }) => {
    await server.app.db.prisma.user.update({
      where: { id: user.id },
      data: { passwordHash: quickHash(password) },
    });
    return caught(
      deleteOwnAccount(server.app, actorOf({ id: user.id, role: 'admin' }), { password, ...whence }),
    );
  };

  test.each([
    ['is stopped', { stoppedAt: new Date() }],
    ['has no way to sign in', { passwordHash: null }],
    ['is deleted', { deletedAt: new Date() }],
  ])('stays administrator if another one %s', async (_, change) => {
    const other = await server.make.admin();
    await server.app.db.prisma.user.update({ where: { id: other.id }, data: change });
    expect(await removeAccount(room.admin)).toBe('LAST_ADMINISTRATOR');
    const by = await inSession(server.app.db, actorOf(room.admin));
    const demote = changeUserRole(server.app, by, { userId: room.admin.id, role: 'viewer' });
    expect(await caught(demote)).toBe('LAST_ADMINISTRATOR');
  });

  test('stays if two resign at once', async () => {
    const other = await server.make.admin();
    await server.app.db.prisma.user.updateMany({
      where: { id: { in: [room.admin.id, other.id] } },
      data: { passwordHash: quickHash(password) },
    });
    const remove = (id: number) =>
      caught(deleteOwnAccount(server.app, actorOf({ id, role: 'admin' }), { password, ...whence }));
    const both = await Promise.all([remove(room.admin.id), remove(other.id)]);
    expect(both.sort()).toEqual(['LAST_ADMINISTRATOR', 'done']);
  });

  test('does not include suspended or deleted accounts', async () => {
    const [stopped, deleted] = [
      await server.make.user({ stoppedAt: new Date() }),
      await server.make.user({ deletedAt: new Date() }),
    ];
    const by = await inSession(server.app.db, actorOf(room.admin));
    const promote = (userId: number) => caught(changeUserRole(server.app, by, { userId, role: 'admin' }));
    expect(await promote(stopped.id)).toBe('STOPPED_NOT_PROMOTED');
    expect(await promote(deleted.id)).toBe('NotFoundError');
    expect(await server.app.db.prisma.user.count({ where: { role: 'admin' } })).toBe(1);
  });

  test('suspended maintainers do not count as the last maintainer', async () => {
    const other = await server.make.member(room.organization.id, 'maintainer', { stoppedAt: new Date() });
    const key = { organizationId: room.organization.id, userId: room.maintainer.id };
    const by = await inSession(server.app.db, actorOf(room.admin));
    expect(await caught(changeMemberRole(server.app, by, { ...key, role: 'viewer' }))).toBe(
      'LAST_MAINTAINER',
    );
    expect(await caught(removeMember(server.app, by, key))).toBe('LAST_MAINTAINER');
    expect(
      await caught(deleteOwnAccount(server.app, actorOf(room.maintainer), { password, ...whence })),
    ).toBe('LAST_MAINTAINER_IN');
    // Others are changed as ever.
    await server.app.db.prisma.user.update({ where: { id: other.id }, data: { stoppedAt: null } });
    expect(await caught(changeMemberRole(server.app, by, { ...key, role: 'viewer' }))).toBe('done');
  });
});

test('a reactivated account has its studio again', async () => {
  const { app } = server;
  const admin = await server.make.admin();
  await openStudio(app, admin.id);
  const studio = () => app.db.prisma.project.findFirstOrThrow({ where: { studioUserId: admin.id } });
  await app.db.transaction((tx) => stop(tx, admin.id));
  expect((await studio()).deletedAt).not.toBeNull();
  await resetAdministratorPassword(app.db, admin.email);
  expect((await studio()).deletedAt).toBeNull();
  expect((await app.db.prisma.user.findUniqueOrThrow({ where: { id: admin.id } })).stoppedAt).toBeNull();
  // What an earlier release left closed opens with the next "resume".
  await app.db.pool.query(`UPDATE "Project" SET "deletedAt" = '9999-12-31Z' WHERE "studioUserId" = $1`, [
    admin.id,
  ]);
  await suspendAccount(app, actorOf(room.admin), { userId: admin.id, reason: 'Open', isSuspended: false });
  expect((await studio()).deletedAt).toBeNull();
});
