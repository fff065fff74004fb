--! runs with 0026_title_search
-- What reports are made of: teasers told from whole articles, how far listeners came, and who listened by day. The release before
-- writes none of it; what it sums meanwhile is put right by scripts/recount-listening.ts --repair.

-- AlterTable
ALTER TABLE "ListeningHour" ADD COLUMN     "reached" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "teaserFinishes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "teaserListens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "teaserViews" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "PlayerEvent" ADD COLUMN     "teaser" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ListenerDay" (
    "projectId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "listeners" INTEGER NOT NULL,
    "teaserListeners" INTEGER NOT NULL,
    "wholeListeners" INTEGER NOT NULL,
    "bothListeners" INTEGER NOT NULL,
    "sketch" BYTEA NOT NULL,
    "teaserSketch" BYTEA,
    "wholeSketch" BYTEA,

    CONSTRAINT "ListenerDay_pkey" PRIMARY KEY ("projectId","day")
);

-- CreateTable
CREATE TABLE "DayListener" (
    "projectId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "listener" BIGINT NOT NULL,
    "teaser" BOOLEAN NOT NULL,
    "whole" BOOLEAN NOT NULL,

    CONSTRAINT "DayListener_pkey" PRIMARY KEY ("projectId","day","listener")
);

-- CreateIndex
CREATE INDEX "DayListener_day_idx" ON "DayListener"("day");
