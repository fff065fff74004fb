-- AlterTable
ALTER TABLE "PartnerToken" ADD COLUMN     "lastUsedAt" TIMESTAMPTZ(3);
