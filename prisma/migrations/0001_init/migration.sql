-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "PlatformRole" AS ENUM ('admin', 'viewer');

-- CreateEnum
CREATE TYPE "OrganizationRole" AS ENUM ('maintainer', 'editor', 'viewer');

-- CreateEnum
CREATE TYPE "MemberStatus" AS ENUM ('active', 'invited');

-- CreateEnum
CREATE TYPE "ProjectRole" AS ENUM ('maintainer', 'stats', 'qa');

-- CreateEnum
CREATE TYPE "SourceType" AS ENUM ('rss', 'api', 'api_readonly', 'parser', 'manual');

-- CreateEnum
CREATE TYPE "ArticleStatus" AS ENUM ('waiting', 'processing', 'retry', 'ready', 'errored', 'rejected', 'limit_reached');

-- CreateEnum
CREATE TYPE "ArticleStep" AS ENUM ('queued', 'extracted', 'parsed', 'chunked', 'voiced', 'assembled');

-- CreateEnum
CREATE TYPE "SegmentState" AS ENUM ('reserved', 'voiced');

-- CreateTable
CREATE TABLE "User" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "fullname" TEXT NOT NULL,
    "avatar" TEXT,
    "role" "PlatformRole" NOT NULL DEFAULT 'viewer',
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "passwordHash" TEXT,
    "timezone" TEXT,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "userId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Organization" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "pseudo" TEXT,
    "address" TEXT,
    "vat" TEXT,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "features" TEXT[],
    "balance" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "id" SERIAL NOT NULL,
    "organizationId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "role" "OrganizationRole" NOT NULL,
    "status" "MemberStatus" NOT NULL DEFAULT 'active',
    "inviteHash" TEXT,
    "inviteExpiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PartnerToken" (
    "id" SERIAL NOT NULL,
    "organizationId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "readOnly" BOOLEAN NOT NULL DEFAULT false,
    "secretHash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PartnerToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Project" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "organizationId" INTEGER,
    "ownerId" INTEGER NOT NULL,
    "voiceProvider" TEXT NOT NULL,
    "voiceName" TEXT NOT NULL,
    "voiceLanguage" TEXT NOT NULL,
    "voiceAdditionalSettings" JSONB NOT NULL DEFAULT '{}',
    "failoverVoice" TEXT,
    "mainUrl" TEXT,
    "autoAddArticles" BOOLEAN NOT NULL DEFAULT false,
    "articlesFromDate" DATE,
    "autoupdate" BOOLEAN NOT NULL DEFAULT false,
    "paywall" BOOLEAN NOT NULL DEFAULT false,
    "paywallCTA" TEXT NOT NULL DEFAULT 'Listen to this article:',
    "paywallParagraphLimit" INTEGER NOT NULL DEFAULT 2,
    "paywallAudioSuffixEnabled" BOOLEAN NOT NULL DEFAULT false,
    "paywallAudioSuffix" TEXT,
    "securityEnabled" BOOLEAN NOT NULL DEFAULT false,
    "securityKey" TEXT,
    "audioAds" BOOLEAN NOT NULL DEFAULT false,
    "audioAdsProvider" TEXT,
    "audioAdsInterval" INTEGER NOT NULL DEFAULT 10,
    "audioAdsLength" INTEGER NOT NULL DEFAULT 15,
    "audioAdsPublisherId" TEXT,
    "audioAdsGoogleTagUrl" TEXT,
    "audioTagUrl" TEXT,
    "qaPercentErrors" INTEGER NOT NULL DEFAULT 20,
    "qaPercentArticles" INTEGER NOT NULL DEFAULT 10,
    "limitEnabled" BOOLEAN NOT NULL DEFAULT false,
    "limitPerDay" INTEGER NOT NULL DEFAULT 100000,
    "children" INTEGER[],
    "adCampaign" INTEGER,
    "normalization" BOOLEAN NOT NULL DEFAULT false,
    "normalizationPrompt" TEXT,
    "extractorServerIp" BOOLEAN NOT NULL DEFAULT false,
    "extractorIpAddress" TEXT,
    "emailReportsEnable" BOOLEAN NOT NULL DEFAULT false,
    "emailReportsPeriod" TEXT NOT NULL DEFAULT 'weekly',
    "emailReportsAddress" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProjectRoleGrant" (
    "projectId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "role" "ProjectRole" NOT NULL,

    CONSTRAINT "ProjectRoleGrant_pkey" PRIMARY KEY ("projectId","userId","role")
);

-- CreateTable
CREATE TABLE "Source" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "type" "SourceType" NOT NULL,
    "url" TEXT,
    "apiKeyHash" TEXT,
    "apiKeyPrefix" TEXT,
    "etag" TEXT,
    "lastModified" TEXT,
    "polledAt" TIMESTAMPTZ(3),
    "nextPollAt" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ExtractorRule" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "selector" TEXT NOT NULL,

    CONSTRAINT "ExtractorRule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UrlReplacement" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "isRegex" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "UrlReplacement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Article" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "sourceId" INTEGER,
    "guid" TEXT,
    "url" TEXT,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "labels" TEXT[],
    "status" "ArticleStatus" NOT NULL DEFAULT 'waiting',
    "step" "ArticleStep" NOT NULL DEFAULT 'queued',
    "run" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "retryAt" TIMESTAMPTZ(3),
    "error" TEXT,
    "fetchPage" BOOLEAN NOT NULL DEFAULT false,
    "version" TEXT,
    "audio" TEXT,
    "rssAutoUpdate" BOOLEAN NOT NULL DEFAULT false,
    "recrawlTime" TIMESTAMPTZ(3),
    "sourceHash" TEXT,
    "publishedAt" TIMESTAMPTZ(3),
    "addedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Article_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Audio" (
    "version" TEXT NOT NULL,
    "articleId" INTEGER NOT NULL,
    "durationMs" DOUBLE PRECISION NOT NULL,
    "bytes" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "timings" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Audio_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "Chunk" (
    "id" SERIAL NOT NULL,
    "articleId" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "segmentKey" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "pauseMs" INTEGER NOT NULL,
    "charactersVoiced" INTEGER NOT NULL DEFAULT 0,
    "isCached" BOOLEAN NOT NULL DEFAULT false,
    "diff" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Chunk_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Segment" (
    "key" TEXT NOT NULL,
    "state" "SegmentState" NOT NULL DEFAULT 'reserved',
    "articleId" INTEGER NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3) NOT NULL,
    "provider" TEXT NOT NULL,
    "characters" INTEGER NOT NULL,
    "samples" INTEGER NOT NULL DEFAULT 0,
    "sampleRate" INTEGER NOT NULL DEFAULT 0,
    "frames" INTEGER NOT NULL DEFAULT 0,
    "timings" JSONB,
    "masterFormat" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "voicedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Segment_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Charge" (
    "segmentKey" TEXT NOT NULL,
    "projectId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "organizationId" INTEGER,
    "userId" INTEGER,
    "characters" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL DEFAULT 0,
    "day" DATE NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Charge_pkey" PRIMARY KEY ("segmentKey")
);

-- CreateTable
CREATE TABLE "DailyUsage" (
    "projectId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "characters" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "DailyUsage_pkey" PRIMARY KEY ("projectId","day")
);

-- CreateTable
CREATE TABLE "ArticleLog" (
    "id" SERIAL NOT NULL,
    "articleId" INTEGER NOT NULL,
    "userId" INTEGER,
    "action" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'log',
    "text" TEXT,
    "diff" TEXT,
    "rule" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ArticleLog_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProjectLog" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "userId" INTEGER,
    "action" TEXT NOT NULL,
    "body" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProjectLog_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "VoiceCatalogue" (
    "provider" TEXT NOT NULL,
    "voices" JSONB NOT NULL,
    "refreshedAt" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT,

    CONSTRAINT "VoiceCatalogue_pkey" PRIMARY KEY ("provider")
);

-- CreateTable
CREATE TABLE "FavoriteVoice" (
    "userId" INTEGER NOT NULL,
    "voice" TEXT NOT NULL,

    CONSTRAINT "FavoriteVoice_pkey" PRIMARY KEY ("userId","voice")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Organization_slug_key" ON "Organization"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Member_inviteHash_key" ON "Member"("inviteHash");

-- CreateIndex
CREATE INDEX "Member_userId_idx" ON "Member"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Member_organizationId_userId_key" ON "Member"("organizationId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "PartnerToken_secretHash_key" ON "PartnerToken"("secretHash");

-- CreateIndex
CREATE INDEX "PartnerToken_organizationId_idx" ON "PartnerToken"("organizationId");

-- CreateIndex
CREATE INDEX "Project_organizationId_idx" ON "Project"("organizationId");

-- CreateIndex
CREATE INDEX "Project_ownerId_idx" ON "Project"("ownerId");

-- CreateIndex
CREATE INDEX "ProjectRoleGrant_userId_idx" ON "ProjectRoleGrant"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Source_apiKeyHash_key" ON "Source"("apiKeyHash");

-- CreateIndex
CREATE INDEX "Source_projectId_idx" ON "Source"("projectId");

-- CreateIndex
CREATE INDEX "Source_nextPollAt_idx" ON "Source"("nextPollAt");

-- CreateIndex
CREATE INDEX "ExtractorRule_projectId_position_idx" ON "ExtractorRule"("projectId", "position");

-- CreateIndex
CREATE INDEX "UrlReplacement_projectId_position_idx" ON "UrlReplacement"("projectId", "position");

-- CreateIndex
CREATE INDEX "Article_projectId_addedAt_id_idx" ON "Article"("projectId", "addedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Article_projectId_status_addedAt_id_idx" ON "Article"("projectId", "status", "addedAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Article_sourceId_guid_key" ON "Article"("sourceId", "guid");

-- CreateIndex
CREATE INDEX "Audio_articleId_idx" ON "Audio"("articleId");

-- CreateIndex
CREATE INDEX "Chunk_segmentKey_idx" ON "Chunk"("segmentKey");

-- CreateIndex
CREATE UNIQUE INDEX "Chunk_articleId_version_position_key" ON "Chunk"("articleId", "version", "position");

-- CreateIndex
CREATE INDEX "Segment_state_leaseUntil_idx" ON "Segment"("state", "leaseUntil");

-- CreateIndex
CREATE INDEX "Charge_projectId_day_idx" ON "Charge"("projectId", "day");

-- CreateIndex
CREATE INDEX "Charge_articleId_idx" ON "Charge"("articleId");

-- CreateIndex
CREATE INDEX "ArticleLog_articleId_id_idx" ON "ArticleLog"("articleId", "id");

-- CreateIndex
CREATE INDEX "ProjectLog_projectId_id_idx" ON "ProjectLog"("projectId", "id");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PartnerToken" ADD CONSTRAINT "PartnerToken_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectRoleGrant" ADD CONSTRAINT "ProjectRoleGrant_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectRoleGrant" ADD CONSTRAINT "ProjectRoleGrant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Source" ADD CONSTRAINT "Source_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExtractorRule" ADD CONSTRAINT "ExtractorRule_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UrlReplacement" ADD CONSTRAINT "UrlReplacement_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Article" ADD CONSTRAINT "Article_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Article" ADD CONSTRAINT "Article_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "Source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Audio" ADD CONSTRAINT "Audio_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Chunk" ADD CONSTRAINT "Chunk_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Charge" ADD CONSTRAINT "Charge_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DailyUsage" ADD CONSTRAINT "DailyUsage_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ArticleLog" ADD CONSTRAINT "ArticleLog_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ArticleLog" ADD CONSTRAINT "ArticleLog_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectLog" ADD CONSTRAINT "ProjectLog_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectLog" ADD CONSTRAINT "ProjectLog_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FavoriteVoice" ADD CONSTRAINT "FavoriteVoice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a data model cannot say.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Titles that contain three characters or more; shorter searches find the beginnings of words.
CREATE INDEX "Article_title_trgm" ON "Article" USING gin ("projectId", "title" gin_trgm_ops) WHERE "deletedAt" IS NULL;
CREATE INDEX "Article_title_words" ON "Article" USING gin ("projectId", to_tsvector('simple', "title")) WHERE "deletedAt" IS NULL;

-- The account that pays is the organization's or the user's, never both.
ALTER TABLE "Charge" ADD CONSTRAINT "Charge_one_account" CHECK (("organizationId" IS NULL) <> ("userId" IS NULL));
