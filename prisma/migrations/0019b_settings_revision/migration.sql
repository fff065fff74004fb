-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "settingsRevision" INTEGER NOT NULL DEFAULT 1;
