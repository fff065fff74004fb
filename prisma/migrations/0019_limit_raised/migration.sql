-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "limitRaisedAt" TIMESTAMPTZ(3);
