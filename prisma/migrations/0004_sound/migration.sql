-- CreateEnum
CREATE TYPE "RenditionFormat" AS ENUM ('mp3', 'wav');

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "audioBitrate" INTEGER NOT NULL DEFAULT 64,
ADD COLUMN     "cover" TEXT,
ADD COLUMN     "pauseHeading" INTEGER NOT NULL DEFAULT 900,
ADD COLUMN     "pauseParagraph" INTEGER NOT NULL DEFAULT 600,
ADD COLUMN     "pauseSentence" INTEGER NOT NULL DEFAULT 250;

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "heldBy" TEXT,
ADD COLUMN     "ruling" JSONB;

-- AlterTable
ALTER TABLE "Audio" ADD COLUMN     "design" JSONB,
ADD COLUMN     "teaser" TEXT,
ADD COLUMN     "teaserMs" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "Rendition" DROP CONSTRAINT "Rendition_pkey",
ADD COLUMN     "format" "RenditionFormat" NOT NULL DEFAULT 'mp3',
ADD CONSTRAINT "Rendition_pkey" PRIMARY KEY ("version", "format");

-- AlterTable
ALTER TABLE "Segment" ADD COLUMN     "request" JSONB;

-- CreateTable
CREATE TABLE "ProcessingRule" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "predicates" JSONB NOT NULL,
    "actions" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProcessingRule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Sound" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "durationMs" DOUBLE PRECISION NOT NULL,
    "bytes" INTEGER NOT NULL,
    "userId" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Sound_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Image" (
    "tag" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "userId" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Image_pkey" PRIMARY KEY ("tag")
);

-- CreateIndex
CREATE INDEX "ProcessingRule_projectId_position_idx" ON "ProcessingRule"("projectId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Sound_projectId_file_key" ON "Sound"("projectId", "file");

-- AddForeignKey
ALTER TABLE "ProcessingRule" ADD CONSTRAINT "ProcessingRule_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sound" ADD CONSTRAINT "Sound_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sound" ADD CONSTRAINT "Sound_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Image" ADD CONSTRAINT "Image_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
