-- AlterTable
ALTER TABLE "Source" ADD COLUMN     "honoursRobots" BOOLEAN,
ADD COLUMN     "pageMemory" JSONB,
ADD COLUMN     "pageNotice" TEXT;

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "confidence" DOUBLE PRECISION;
