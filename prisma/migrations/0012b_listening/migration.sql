-- CreateEnum
CREATE TYPE "PlayerAction" AS ENUM ('seen', 'load', 'play', 'playlist_play', 'pause', 'resume', 'finished', 'close', 'progress', 'enhance', 'enhancing', 'enhanced');

-- CreateEnum
CREATE TYPE "EventRefusal" AS ENUM ('malformed', 'absurd', 'late', 'unknown', 'foreign', 'bot', 'replay', 'flood');

-- AlterTable
ALTER TABLE "ListeningHour" ADD COLUMN     "finishes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "heardMs" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "listeners" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "PlayerEvent" (
    "day" DATE NOT NULL,
    "id" UUID NOT NULL,
    "batch" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" "PlayerAction" NOT NULL,
    "projectId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "listener" BIGINT,
    "percent" SMALLINT,
    "positionMs" INTEGER,
    "durationMs" INTEGER,
    "heardMs" INTEGER NOT NULL DEFAULT 0,
    "heard" INTEGER[],
    "x" REAL,
    "y" REAL,
    "rate" REAL,
    "status" TEXT,
    "page" TEXT,

    CONSTRAINT "PlayerEvent_pkey" PRIMARY KEY ("day","id")
) PARTITION BY RANGE ("day"); -- partitions are made as days come: areas/events/partitions.ts

-- What numbers the batches: no column's default, because one number is for many rows.
CREATE SEQUENCE "PlayerEvent_batch_seq";

-- CreateTable
CREATE TABLE "ListeningProgress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "batch" BIGINT NOT NULL,

    CONSTRAINT "ListeningProgress_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HourListener" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "projectId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "listener" BIGINT NOT NULL,

    CONSTRAINT "HourListener_pkey" PRIMARY KEY ("hour","projectId","articleId","channelId","listener")
);

-- CreateTable
CREATE TABLE "RefusedEvents" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "projectId" INTEGER NOT NULL,
    "reason" "EventRefusal" NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "RefusedEvents_pkey" PRIMARY KEY ("hour","projectId","reason")
);

-- CreateTable
CREATE TABLE "AdUse" (
    "id" UUID NOT NULL,
    "projectId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "unit" TEXT,
    "requestedAt" TIMESTAMPTZ(3),
    "doneAt" TIMESTAMPTZ(3),
    "seconds" REAL,
    "status" TEXT,
    "error" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AdUse_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PlayerEvent_batch_idx" ON "PlayerEvent"("batch");

-- CreateIndex
CREATE INDEX "AdUse_projectId_createdAt_idx" ON "AdUse"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "AdUse_createdAt_idx" ON "AdUse"("createdAt");
