--! runs with 0026_title_search
-- A session knows when its person proved it at an OpenID provider, an identity that the provider is to ask anew, and one that waits for being
-- linked the roles that come with it and since when it waits. The release before writes and reads none of it.

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "provedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "askAgainUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "PendingIdentity" ADD COLUMN     "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "roles" JSONB NOT NULL DEFAULT '[]';
