-- AlterEnum
ALTER TYPE "RenditionFormat" ADD VALUE 'flash';

-- AlterTable
ALTER TABLE "Episode" ADD COLUMN     "content" TEXT,
ADD COLUMN     "joined" TEXT;

-- AlterTable
ALTER TABLE "JoinedAudio" ADD COLUMN     "title" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Episode_joined_idx" ON "Episode"("joined");

-- CreateIndex
CREATE INDEX "Episode_file_idx" ON "Episode"("file");
