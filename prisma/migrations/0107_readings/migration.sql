--! runs with 0026_title_search
-- How a project reads phone numbers, years, dates, units and handles. The release before reads them as usual in the language.
-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "readDates" TEXT NOT NULL DEFAULT 'by_language',
ADD COLUMN     "readHandles" TEXT NOT NULL DEFAULT 'by_language',
ADD COLUMN     "readPhoneNumbers" TEXT NOT NULL DEFAULT 'by_language',
ADD COLUMN     "readUnits" TEXT NOT NULL DEFAULT 'by_language',
ADD COLUMN     "readYears" TEXT NOT NULL DEFAULT 'by_language';
