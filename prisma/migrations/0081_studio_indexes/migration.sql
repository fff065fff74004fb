--! runs with 0026_title_search
-- Whose studio a project and an account are, once each.
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Project_studioUserId_key";
CREATE UNIQUE INDEX CONCURRENTLY "Project_studioUserId_key" ON "Project"("studioUserId");
DROP INDEX CONCURRENTLY IF EXISTS "Account_studioUserId_key";
CREATE UNIQUE INDEX CONCURRENTLY "Account_studioUserId_key" ON "Account"("studioUserId");
ALTER TABLE "Project" VALIDATE CONSTRAINT "Project_studioUserId_fkey";
ALTER TABLE "Account" VALIDATE CONSTRAINT "Account_studioUserId_fkey";
ALTER TABLE "Account" VALIDATE CONSTRAINT "Account_holder";
