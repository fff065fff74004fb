-- CreateEnum
CREATE TYPE "PlaylistType" AS ENUM ('manual', 'auto');

-- CreateEnum
CREATE TYPE "PlaylistInterval" AS ENUM ('yesterday', 'daily', 'weekly', 'monthly');

-- CreateEnum
CREATE TYPE "PlaylistSort" AS ENUM ('views', 'listens');

-- CreateEnum
CREATE TYPE "JoinedState" AS ENUM ('waiting', 'joining', 'ready', 'failed');

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "Channel" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modifiedBy" INTEGER,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Episode" (
    "id" SERIAL NOT NULL,
    "channelId" INTEGER NOT NULL,
    "guid" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "file" TEXT,
    "durationMs" DOUBLE PRECISION,
    "bytes" INTEGER,
    "chapters" JSONB,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "publishedAt" TIMESTAMPTZ(3),
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Episode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EpisodeArticle" (
    "channelId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "episodeId" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "EpisodeArticle_pkey" PRIMARY KEY ("channelId","articleId")
);

-- CreateTable
CREATE TABLE "Playlist" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" "PlaylistType" NOT NULL DEFAULT 'manual',
    "limitCount" INTEGER NOT NULL DEFAULT 10,
    "limitInterval" "PlaylistInterval" NOT NULL DEFAULT 'weekly',
    "limitSortBy" "PlaylistSort" NOT NULL DEFAULT 'views',
    "limitTimeFrom" TEXT,
    "limitTimeTo" TEXT,
    "queryText" TEXT NOT NULL DEFAULT '',
    "queryDate" TEXT,
    "querySortBy" TEXT,
    "introFile" TEXT,
    "introFilename" TEXT,
    "introText" TEXT NOT NULL DEFAULT '',
    "outroFile" TEXT,
    "outroFilename" TEXT,
    "outroText" TEXT NOT NULL DEFAULT '',
    "nextArticleAudioFile" TEXT,
    "nextArticleAudioFileName" TEXT,
    "nextArticleText" TEXT NOT NULL DEFAULT '',
    "joined" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modifiedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modifiedBy" INTEGER,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Playlist_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlaylistItem" (
    "id" SERIAL NOT NULL,
    "playlistId" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "articleId" INTEGER,
    "customTitle" TEXT,
    "customText" TEXT,
    "customFile" TEXT,

    CONSTRAINT "PlaylistItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JoinedAudio" (
    "key" TEXT NOT NULL,
    "projectId" INTEGER NOT NULL,
    "parts" JSONB NOT NULL,
    "state" "JoinedState" NOT NULL DEFAULT 'waiting',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "durationMs" DOUBLE PRECISION,
    "bytes" INTEGER,
    "chapters" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "usedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "JoinedAudio_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "ListeningHour" (
    "projectId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL DEFAULT 0,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "listens" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ListeningHour_pkey" PRIMARY KEY ("projectId","hour","articleId","channelId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Channel_slug_key" ON "Channel"("slug");

-- CreateIndex
CREATE INDEX "Channel_projectId_type_idx" ON "Channel"("projectId", "type");

-- CreateIndex
CREATE UNIQUE INDEX "Episode_guid_key" ON "Episode"("guid");

-- CreateIndex
CREATE UNIQUE INDEX "Episode_channelId_period_key" ON "Episode"("channelId", "period");

-- CreateIndex
CREATE INDEX "EpisodeArticle_episodeId_idx" ON "EpisodeArticle"("episodeId");

-- CreateIndex
CREATE INDEX "EpisodeArticle_articleId_idx" ON "EpisodeArticle"("articleId");

-- CreateIndex
CREATE INDEX "Playlist_projectId_idx" ON "Playlist"("projectId");

-- CreateIndex
CREATE INDEX "Playlist_joined_idx" ON "Playlist"("joined");

-- CreateIndex
CREATE INDEX "PlaylistItem_playlistId_position_idx" ON "PlaylistItem"("playlistId", "position");

-- CreateIndex
CREATE INDEX "PlaylistItem_articleId_idx" ON "PlaylistItem"("articleId");

-- CreateIndex
CREATE INDEX "JoinedAudio_projectId_idx" ON "JoinedAudio"("projectId");

-- CreateIndex
CREATE INDEX "JoinedAudio_usedAt_idx" ON "JoinedAudio"("usedAt");

-- CreateIndex
CREATE INDEX "ListeningHour_articleId_hour_idx" ON "ListeningHour"("articleId", "hour");

-- AddForeignKey
ALTER TABLE "Channel" ADD CONSTRAINT "Channel_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Channel" ADD CONSTRAINT "Channel_modifiedBy_fkey" FOREIGN KEY ("modifiedBy") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Episode" ADD CONSTRAINT "Episode_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EpisodeArticle" ADD CONSTRAINT "EpisodeArticle_episodeId_fkey" FOREIGN KEY ("episodeId") REFERENCES "Episode"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EpisodeArticle" ADD CONSTRAINT "EpisodeArticle_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Playlist" ADD CONSTRAINT "Playlist_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Playlist" ADD CONSTRAINT "Playlist_modifiedBy_fkey" FOREIGN KEY ("modifiedBy") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaylistItem" ADD CONSTRAINT "PlaylistItem_playlistId_fkey" FOREIGN KEY ("playlistId") REFERENCES "Playlist"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaylistItem" ADD CONSTRAINT "PlaylistItem_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JoinedAudio" ADD CONSTRAINT "JoinedAudio_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
