import { expect, test } from 'vitest';
import { purposeOf, sealedTokens } from '../../server/areas/projects/amazon/linked-account.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('older clients see the linked account until the link is revoked', async () => {
  const { organization, project, maintainer } = await server.make.newsroom();
  const token = await server.signIn(maintainer);
  const authenticated = async (): Promise<unknown> => {
    const path = `/api/projects/${project.id}/channels/precreate`;
    return (await server.rest('POST', path, { token, body: { type: 'alexaSkill' } })).body.authenticated;
  };
  expect(await authenticated()).toBeNull();
  const tokens = { access: 'Atza|a', refresh: 'Atzr|r', accessEndsAt: new Date(Date.now() + 3_600_000) };
  const account = { amazonUserId: 'amzn1.account.ADA', name: 'Ada Developer', vendorId: 'M2VENDOR' };
  await server.app.db.prisma.amazonAccount.create({
    data: {
      organizationId: organization.id,
      ...account,
      ...sealedTokens(server.app, tokens, purposeOf(organization.id)),
    },
  });
  expect(await authenticated()).toBe('Ada Developer');
  await server.app.db.prisma.amazonAccount.updateMany({ data: { state: 'revoked' } });
  expect(await authenticated()).toBeNull();
});
