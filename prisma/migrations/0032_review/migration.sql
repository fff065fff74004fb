--! runs with 0026_title_search
-- Adds reviews with findings, checks of generated speech, and holds until a review.

--! replaces 0046_review
-- What was found in articles, who reviews which one, and what they said. The release before knows nothing of it, and reviews nothing.

-- AlterTable
ALTER TABLE "Project" ADD COLUMN "qaBeforePublishing" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Article" ADD COLUMN "foundWeight" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Segment" ADD COLUMN "measures" JSONB;

-- CreateTable
CREATE TABLE "Finding" (
    "version" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "weight" SMALLINT NOT NULL,
    "word" TEXT,
    "start" INTEGER NOT NULL,
    "length" INTEGER NOT NULL,
    "sentenceStart" INTEGER NOT NULL,
    "sentenceLength" INTEGER NOT NULL,
    "startMs" DOUBLE PRECISION NOT NULL,
    "endMs" DOUBLE PRECISION NOT NULL,
    "reason" JSONB NOT NULL,
    "isRight" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Finding_pkey" PRIMARY KEY ("version","position")
);

-- CreateTable
CREATE TABLE "RightWord" (
    "projectId" INTEGER NOT NULL,
    "word" TEXT NOT NULL,
    "userId" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RightWord_pkey" PRIMARY KEY ("projectId","word")
);

-- CreateTable
CREATE TABLE "ReviewClaim" (
    "articleId" INTEGER NOT NULL,
    "projectId" INTEGER NOT NULL,
    "userId" INTEGER NOT NULL,
    "sessionId" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewClaim_pkey" PRIMARY KEY ("articleId")
);

-- CreateTable
CREATE TABLE "Review" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "userId" INTEGER,
    "version" TEXT,
    "rating" SMALLINT NOT NULL,
    "comment" TEXT,
    "pronunciation" TEXT,
    "voiceProvider" TEXT NOT NULL,
    "voiceName" TEXT NOT NULL,
    "sourceId" INTEGER,
    "finishedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Review_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RightWord_userId_idx" ON "RightWord"("userId");

-- CreateIndex
CREATE INDEX "ReviewClaim_userId_idx" ON "ReviewClaim"("userId");

-- CreateIndex
CREATE INDEX "ReviewClaim_sessionId_idx" ON "ReviewClaim"("sessionId");

-- CreateIndex
CREATE INDEX "Review_projectId_finishedAt_idx" ON "Review"("projectId", "finishedAt");

-- CreateIndex
CREATE INDEX "Review_articleId_id_idx" ON "Review"("articleId", "id");

-- CreateIndex
CREATE INDEX "Review_userId_idx" ON "Review"("userId");

-- AddForeignKey
ALTER TABLE "Finding" ADD CONSTRAINT "Finding_version_fkey" FOREIGN KEY ("version") REFERENCES "Audio"("version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RightWord" ADD CONSTRAINT "RightWord_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RightWord" ADD CONSTRAINT "RightWord_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewClaim" ADD CONSTRAINT "ReviewClaim_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewClaim" ADD CONSTRAINT "ReviewClaim_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewClaim" ADD CONSTRAINT "ReviewClaim_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a data model cannot say.

ALTER TABLE "Review" ADD CONSTRAINT "Review_rating" CHECK ("rating" BETWEEN 1 AND 5);

--! replaces 0052_awaiting_review
-- Whether an article waits for its review is a column of its own: it was recognised by what `heldBy` says, which a rule may be called, too.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "awaitsReview" BOOLEAN NOT NULL DEFAULT false;

-- The release before lets articles go on without knowing of it. What it still holds itself waits like what a rule holds.
CREATE OR REPLACE FUNCTION parlance_waits_no_longer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."awaitsReview" := false;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER article_waits_no_longer BEFORE UPDATE OF "heldBy" ON "Article" FOR EACH ROW
  WHEN (NEW."heldBy" IS NULL AND NEW."awaitsReview") EXECUTE FUNCTION parlance_waits_no_longer();

--! in batches
WITH batch AS (
  SELECT "id", "heldBy", "step", "qaStatus" FROM "Article" WHERE "id" > $1 ORDER BY "id" LIMIT 1000
), done AS (
  UPDATE "Article" t SET "awaitsReview" = true FROM batch
  WHERE t."id" = batch."id" AND batch."heldBy" = 'Quality review' AND batch."step" = 'assembled' AND batch."qaStatus" IS NOT NULL
    AND t."heldBy" = batch."heldBy" AND t."status" = 'waiting'
)
SELECT max("id") AS last FROM batch;

--! replaces 0053_round_trip
-- What voices said is recognised and compared with what they were to say. The release before recognises nothing, and voices nothing again.

-- CreateEnum
CREATE TYPE "SpeechCheckState" AS ENUM ('waiting', 'checked', 'not_checked');

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "qaListening" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "qaVoicesAgain" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Segment" ADD COLUMN     "language" TEXT;

-- CreateTable
CREATE TABLE "SpeechCheck" (
    "version" TEXT NOT NULL,
    "state" "SpeechCheckState" NOT NULL DEFAULT 'waiting',
    "reason" JSONB,
    "sentences" JSONB NOT NULL DEFAULT '[]',
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SpeechCheck_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "Transcript" (
    "segmentKey" TEXT NOT NULL,
    "text" TEXT,
    "model" TEXT NOT NULL,
    "microEuros" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Transcript_pkey" PRIMARY KEY ("segmentKey")
);

-- CreateTable
CREATE TABLE "RecognitionDay" (
    "day" DATE NOT NULL,
    "microEuros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "RecognitionDay_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "SecondTake" (
    "articleId" INTEGER NOT NULL,
    "segmentKey" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SecondTake_pkey" PRIMARY KEY ("articleId","segmentKey")
);

-- CreateIndex
CREATE INDEX "SpeechCheck_state_updatedAt_idx" ON "SpeechCheck"("state", "updatedAt");

-- AddForeignKey
ALTER TABLE "SpeechCheck" ADD CONSTRAINT "SpeechCheck_version_fkey" FOREIGN KEY ("version") REFERENCES "Audio"("version") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Transcript" ADD CONSTRAINT "Transcript_segmentKey_fkey" FOREIGN KEY ("segmentKey") REFERENCES "Segment"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecondTake" ADD CONSTRAINT "SecondTake_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

--! replaces 0106_hold_doubtful
-- Projects put articles with doubtful passages on hold before their audio becomes public. The release before does not.
-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "holdAmbiguous" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "holdDoubtful" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "holdLeftAsWritten" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "holdLength" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "holdMarkup" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "holdOtherScript" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "doubtfulPassage" TEXT;

--! replaces 0107_readings
-- How a project reads phone numbers, years, dates, units and handles. The release before reads them as usual in the language.
-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "readDates" TEXT NOT NULL DEFAULT 'by_language',
ADD COLUMN     "readHandles" TEXT NOT NULL DEFAULT 'by_language',
ADD COLUMN     "readPhoneNumbers" TEXT NOT NULL DEFAULT 'by_language',
ADD COLUMN     "readUnits" TEXT NOT NULL DEFAULT 'by_language',
ADD COLUMN     "readYears" TEXT NOT NULL DEFAULT 'by_language';
