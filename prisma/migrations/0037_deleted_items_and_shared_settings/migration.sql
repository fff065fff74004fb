--! runs with 0026_title_search
-- Keeps deleted rules, channels and playlists for some days. Records keys of data, settings that processes share, feed items that fail, and files to delete.

--! replaces 0082_brought_back
-- What was deleted can be brought back for some days. The release before writes none of it: what it deletes has no name beside it, a rule that
-- it deletes is gone, and an article that it deletes comes back to podcasts in another episode than its own where that held several.

-- AlterTable
ALTER TABLE "Channel" ADD COLUMN     "deletedById" INTEGER;

-- AlterTable
ALTER TABLE "Playlist" ADD COLUMN     "deletedById" INTEGER;

-- CreateTable
CREATE TABLE "DeletedRule" (
    "id" INTEGER NOT NULL,
    "projectId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "predicates" JSONB NOT NULL,
    "actions" JSONB NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "ruleOrder" INTEGER[],
    "deletedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedById" INTEGER,
    "restoredAt" TIMESTAMPTZ(3),

    CONSTRAINT "DeletedRule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FormerEpisodeArticle" (
    "channelId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "episodeId" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "leftAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FormerEpisodeArticle_pkey" PRIMARY KEY ("channelId","articleId")
);

-- CreateIndex
CREATE INDEX "DeletedRule_projectId_deletedAt_idx" ON "DeletedRule"("projectId", "deletedAt");

-- CreateIndex
CREATE INDEX "DeletedRule_deletedAt_idx" ON "DeletedRule"("deletedAt");

-- CreateIndex
CREATE INDEX "DeletedRule_deletedById_idx" ON "DeletedRule"("deletedById");

-- CreateIndex
CREATE INDEX "FormerEpisodeArticle_episodeId_idx" ON "FormerEpisodeArticle"("episodeId");

-- CreateIndex
CREATE INDEX "FormerEpisodeArticle_articleId_idx" ON "FormerEpisodeArticle"("articleId");

-- CreateIndex
CREATE INDEX "FormerEpisodeArticle_leftAt_idx" ON "FormerEpisodeArticle"("leftAt");

-- AddForeignKey
ALTER TABLE "DeletedRule" ADD CONSTRAINT "DeletedRule_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeletedRule" ADD CONSTRAINT "DeletedRule_deletedById_fkey" FOREIGN KEY ("deletedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Channel" ADD CONSTRAINT "Channel_deletedById_fkey" FOREIGN KEY ("deletedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- AddForeignKey
ALTER TABLE "FormerEpisodeArticle" ADD CONSTRAINT "FormerEpisodeArticle_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "Episode"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormerEpisodeArticle" ADD CONSTRAINT "FormerEpisodeArticle_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Playlist" ADD CONSTRAINT "Playlist_deletedById_fkey" FOREIGN KEY ("deletedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

--! replaces 0083_brought_back_indexes
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

--! replaces 0093_data_keys
-- Data keys seal what is kept for long, and links to reports are looked up by a hash. A key seals only from a time on which all processes know
-- it: until then processes of this release seal as the release before does, which can read no other.

-- CreateTable
CREATE TABLE IF NOT EXISTS "DataKey" (
    "id" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sealsFrom" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DataKey_pkey" PRIMARY KEY ("id")
);

-- AlterTable
ALTER TABLE "StatisticsShare" ADD COLUMN IF NOT EXISTS "tokenHash" TEXT;

--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "StatisticsShare_tokenHash_key";
CREATE UNIQUE INDEX CONCURRENTLY "StatisticsShare_tokenHash_key" ON "StatisticsShare"("tokenHash");

--! replaces 0100_failing_items
-- Items that a repeated job cannot process: it continues with the next one, and operators see which fail.
CREATE TABLE IF NOT EXISTS "FailingItem" (
    "job" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "error" TEXT NOT NULL,

    CONSTRAINT "FailingItem_pkey" PRIMARY KEY ("job", "item")
);

--! replaces 0101_file_deletions
-- Files are deleted after the transaction that forgets them, which marks them here.
CREATE TABLE IF NOT EXISTS "FileDeletion" (
    "file" TEXT NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FileDeletion_pkey" PRIMARY KEY ("file")
);
--! one by one
-- The first page of a podcast's feed, without reading all other episodes.
DROP INDEX CONCURRENTLY IF EXISTS "Episode_newest";
CREATE INDEX CONCURRENTLY "Episode_newest" ON "Episode" ("channelId", "publishedAt" DESC, "id" DESC)
  WHERE "publishedAt" IS NOT NULL AND "file" IS NOT NULL AND "deletedAt" IS NULL;

--! replaces 0104_shared_settings
-- What all processes of an installation must have in common: compared when one starts.
-- CreateTable
CREATE TABLE "SharedSetting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SharedSetting_pkey" PRIMARY KEY ("name")
);
