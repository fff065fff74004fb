-- AlterTable
ALTER TABLE "Chunk" ADD COLUMN     "written" TEXT;

-- CreateTable
CREATE TABLE "NormalizedText" (
    "key" TEXT NOT NULL,
    "spoken" TEXT,
    "problem" TEXT,
    "askAgainAt" TIMESTAMPTZ(3),
    "usedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "NormalizedText_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "NormalizedText_usedAt_idx" ON "NormalizedText"("usedAt");
