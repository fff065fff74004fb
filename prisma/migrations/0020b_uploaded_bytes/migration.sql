-- AlterTable
ALTER TABLE "Sound" ADD COLUMN     "uploadedBytes" INTEGER;
