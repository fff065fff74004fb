--! runs with 0026_title_search
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
