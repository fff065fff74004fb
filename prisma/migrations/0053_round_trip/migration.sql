--! runs with 0026_title_search
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
