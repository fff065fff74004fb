-- AlterTable
ALTER TABLE "ProcessingRule" ADD COLUMN     "enabled" BOOLEAN NOT NULL DEFAULT true;
