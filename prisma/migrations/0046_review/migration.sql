--! runs with 0026_title_search
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
