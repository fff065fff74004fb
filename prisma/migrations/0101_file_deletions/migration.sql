--! runs with 0026_title_search
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
