import { OrganizationRole } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { featureDescriptions } from '../../../kernel/features.ts';
import type { Membership } from './organizations.ts';

/** GraphQL types that other areas' types lead to. */
export const OrganizationType = builder.prismaObject('Organization', {
  description: 'A publisher. Its members share projects; its account pays.',
  select: { id: true },
});
// No table: a partner token has one too.
export const MembershipType = builder.objectRef<Membership>('Membership');

export const FeatureType = builder.enumType('Feature', {
  description: 'A feature that can be booked.',
  values: wordsEnum(featureDescriptions),
});

export const OrganizationRoleType = builder.enumType('OrganizationRole', {
  description: 'Role of a member in an organization and its projects.',
  values: {
    [OrganizationRole.maintainer]: { description: 'Can also manage members and delete projects.' },
    [OrganizationRole.editor]: { description: 'Can read and write in the projects of the organization.' },
    [OrganizationRole.viewer]: { description: 'Can read the projects of the organization.' },
  } as const,
});

/** How arguments describe the id of an organization. */
export const organizationIds = 'Slug, global ID or database ID of the organization';

/**
 * Returns the database id of an organization that an argument names by its slug, its global id or its
 * database id; 0, which none has, for an unknown one. Whether the caller may know it is for the area's
 * function to decide: callers without rights get the same answer for slugs that exist and for those that do
 * not. @throws NotFoundError of what can be neither an id nor a slug
 */
export async function organizationIdOf(
  { app }: Pick<Context, 'app'>,
  given: string | number,
): Promise<number> {
  try {
    return databaseId('Organization', given);
  } catch (error) {
    // The id of something else, which no organization has as its slug.
    if (!/^[\p{Ll}\p{N}-]+$/u.test(String(given))) throw error;
    const found = await app.db.sql
      .selectFrom('Organization')
      .select('id')
      .where('slug', '=', String(given))
      .executeTakeFirst();
    return found?.id ?? 0;
  }
}

/** Returns the same of an argument that may be left out; null: it is. */
export const organizationIdOrNull = async (
  context: Pick<Context, 'app'>,
  given: string | number | null | undefined,
): Promise<number | null> =>
  given === null || given === undefined ? null : organizationIdOf(context, given);
