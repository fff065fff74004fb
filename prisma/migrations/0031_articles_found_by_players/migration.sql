--! runs with 0026_title_search
-- Articles whose pages listeners' players made known, and how many of them a project takes in a day: anybody can have a player ask.
ALTER TABLE "Project" ADD COLUMN IF NOT EXISTS "playerArticlesPerDay" INTEGER NOT NULL DEFAULT 50;
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "foundByPlayer" BOOLEAN NOT NULL DEFAULT false;
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Article_found_by_players";
CREATE INDEX CONCURRENTLY "Article_found_by_players" ON "Article" ("projectId", "addedAt") WHERE "foundByPlayer";
