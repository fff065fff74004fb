--! runs with 0026_title_search
-- What was deleted is looked for by when it was, and by whom.
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Channel_deletedById_idx";
CREATE INDEX CONCURRENTLY "Channel_deletedById_idx" ON "Channel"("deletedById");
DROP INDEX CONCURRENTLY IF EXISTS "Playlist_deletedById_idx";
CREATE INDEX CONCURRENTLY "Playlist_deletedById_idx" ON "Playlist"("deletedById");
ALTER TABLE "Channel" VALIDATE CONSTRAINT "Channel_deletedById_fkey";
ALTER TABLE "Playlist" VALIDATE CONSTRAINT "Playlist_deletedById_fkey";
-- What a data model cannot say: those that were deleted last are looked for among all that were.
DROP INDEX CONCURRENTLY IF EXISTS "Article_deleted";
CREATE INDEX CONCURRENTLY "Article_deleted" ON "Article" ("projectId", "deletedAt" DESC, "id" DESC) WHERE "deletedAt" IS NOT NULL;
