-- AlterTable
ALTER TABLE "Playlist" ADD COLUMN     "arrangedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "introSpoken" TEXT,
ADD COLUMN     "joinedError" TEXT,
ADD COLUMN     "nextArticleSpoken" TEXT,
ADD COLUMN     "outroSpoken" TEXT,
ADD COLUMN     "refreshedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "PlaylistItem" ADD COLUMN     "customMs" DOUBLE PRECISION;
