-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "crashes" INTEGER NOT NULL DEFAULT 0;
