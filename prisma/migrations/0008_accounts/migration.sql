-- Balances move from organizations and people to accounts of their own, with a ledger that only grows.

-- CreateEnum
CREATE TYPE "LedgerKind" AS ENUM ('opening', 'granted', 'credited', 'charged', 'returned', 'saved');

-- DropForeignKey
ALTER TABLE "Project" DROP CONSTRAINT "Project_organizationId_fkey";

-- DropForeignKey
ALTER TABLE "Charge" DROP CONSTRAINT "Charge_projectId_fkey";

-- DropForeignKey
ALTER TABLE "DailyUsage" DROP CONSTRAINT "DailyUsage_projectId_fkey";

-- AlterTable
ALTER TABLE "DailyUsage" ADD COLUMN     "saved" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "Account" (
    "id" SERIAL NOT NULL,
    "organizationId" INTEGER,
    "userId" INTEGER,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "verified" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" BIGSERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "kind" "LedgerKind" NOT NULL,
    "amount" BIGINT NOT NULL DEFAULT 0,
    "saved" INTEGER NOT NULL DEFAULT 0,
    "cost" BIGINT NOT NULL DEFAULT 0,
    "projectId" INTEGER,
    "articleId" INTEGER,
    "segmentKey" TEXT,
    "userId" INTEGER,
    "why" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_organizationId_key" ON "Account"("organizationId");

-- CreateIndex
CREATE UNIQUE INDEX "Account_userId_key" ON "Account"("userId");

-- CreateIndex
CREATE INDEX "LedgerEntry_accountId_id_idx" ON "LedgerEntry"("accountId", "id");

-- CreateIndex
CREATE INDEX "LedgerEntry_projectId_day_idx" ON "LedgerEntry"("projectId", "day");

-- CreateIndex
CREATE INDEX "LedgerEntry_articleId_idx" ON "LedgerEntry"("articleId");

-- What was there is carried over: each holder gets an account, each charge an entry, and what these do not explain of a balance
-- is what the account had when the ledger began.
INSERT INTO "Account" ("organizationId", "verified") SELECT "id", "verified" FROM "Organization" ORDER BY "id";
INSERT INTO "Account" ("userId", "verified") SELECT "id", "verified" FROM "User" ORDER BY "id";

ALTER TABLE "Charge" ADD COLUMN "accountId" INTEGER;
-- An organization that was deleted left its projects, and their charges, to their owners.
UPDATE "Charge" c SET "accountId" = coalesce(
  (SELECT a."id" FROM "Account" a WHERE a."organizationId" = c."organizationId"),
  (SELECT a."id" FROM "Account" a WHERE a."userId" = c."userId"),
  (SELECT a."id" FROM "Account" a JOIN "Project" p ON p."ownerId" = a."userId" WHERE p."id" = c."projectId"));

INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "why", "day", "createdAt")
SELECT h."id", 'opening', h."balance" + h."charged", 'What the account had when the ledger began', (h."since" AT TIME ZONE 'UTC')::date, h."since"
FROM (
  SELECT a."id", coalesce(o."balance", u."balance") AS "balance", coalesce(o."createdAt", u."createdAt") AS "since",
    (SELECT coalesce(sum(c."characters"), 0)::bigint FROM "Charge" c WHERE c."accountId" = a."id") AS "charged"
  FROM "Account" a LEFT JOIN "Organization" o ON o."id" = a."organizationId" LEFT JOIN "User" u ON u."id" = a."userId") h
WHERE h."balance" + h."charged" <> 0 ORDER BY h."id";

INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "cost", "projectId", "articleId", "segmentKey", "why", "day", "createdAt")
SELECT "accountId", 'charged', -"characters"::bigint, "cost", "projectId", "articleId", "segmentKey", 'Voicing', "day", "createdAt"
FROM "Charge" ORDER BY "createdAt", "segmentKey";

-- What edits did not have to voice again could so far be read only from the chunks that are still there.
INSERT INTO "LedgerEntry" ("accountId", "kind", "saved", "projectId", "articleId", "why", "day", "createdAt")
SELECT a."id", 'saved', s."saved", s."projectId", s."articleId", 'Voiced before', (s."updatedAt" AT TIME ZONE 'UTC')::date, s."updatedAt"
FROM (
  SELECT r."projectId", r."id" AS "articleId", r."updatedAt", sum(char_length(c."text"))::int AS "saved"
  FROM "Article" r JOIN "Chunk" c ON c."articleId" = r."id" WHERE r."run" > 1 AND c."isCached" GROUP BY r."id") s
JOIN "Project" p ON p."id" = s."projectId"
JOIN "Account" a ON a."organizationId" = p."organizationId" OR (p."organizationId" IS NULL AND a."userId" = p."ownerId")
WHERE s."saved" > 0 ORDER BY s."articleId";

UPDATE "Account" a SET "balance" = e."sum" FROM (SELECT "accountId", sum("amount") AS "sum" FROM "LedgerEntry" GROUP BY "accountId") e
WHERE e."accountId" = a."id";
INSERT INTO "DailyUsage" ("projectId", "day", "saved")
SELECT "projectId", "day", sum("saved") FROM "LedgerEntry" WHERE "kind" = 'saved' GROUP BY "projectId", "day"
ON CONFLICT ("projectId", "day") DO UPDATE SET "saved" = excluded."saved";

-- AlterTable
ALTER TABLE "User" DROP COLUMN "balance",
DROP COLUMN "verified";

-- AlterTable
ALTER TABLE "Organization" DROP COLUMN "balance",
DROP COLUMN "verified";

-- AlterTable
ALTER TABLE "Charge" DROP COLUMN "organizationId",
DROP COLUMN "userId",
ALTER COLUMN "accountId" SET NOT NULL;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Charge" ADD CONSTRAINT "Charge_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a data model cannot say.

-- An account is an organization's or a person's, and is opened with them.
ALTER TABLE "Account" ADD CONSTRAINT "Account_one_holder" CHECK (num_nonnulls("organizationId", "userId") = 1);

CREATE FUNCTION parlance_account_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'User' THEN
    INSERT INTO "Account" ("userId") VALUES (NEW."id");
  ELSE
    INSERT INTO "Account" ("organizationId") VALUES (NEW."id");
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER account_of_user AFTER INSERT ON "User" FOR EACH ROW EXECUTE FUNCTION parlance_account_opened();
CREATE TRIGGER account_of_organization AFTER INSERT ON "Organization" FOR EACH ROW EXECUTE FUNCTION parlance_account_opened();

-- Entries are added, and nothing else.
CREATE FUNCTION parlance_ledger_refused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger only grows: put an entry right by adding another.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON "LedgerEntry" FOR EACH STATEMENT EXECUTE FUNCTION parlance_ledger_refused();

-- With the entries of a statement the days of their projects and then the balances of their accounts change, each table in the
-- order of its keys: two statements never wait for each other in a circle.
CREATE FUNCTION parlance_ledger_grown() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  INSERT INTO "DailyUsage" ("projectId", "day", "characters", "saved")
  SELECT "projectId", "day", coalesce(-sum("amount") FILTER (WHERE "kind" IN ('charged', 'returned')), 0), sum("saved")
  FROM added WHERE "projectId" IS NOT NULL AND "kind" IN ('charged', 'returned', 'saved') GROUP BY "projectId", "day" ORDER BY "projectId", "day"
  ON CONFLICT ("projectId", "day") DO UPDATE
    SET "characters" = "DailyUsage"."characters" + excluded."characters", "saved" = "DailyUsage"."saved" + excluded."saved";
  FOR change IN SELECT "accountId", sum("amount") AS "amount" FROM added GROUP BY "accountId" HAVING sum("amount") <> 0 ORDER BY "accountId" LOOP
    UPDATE "Account" SET "balance" = "balance" + change."amount" WHERE "id" = change."accountId";
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_grown AFTER INSERT ON "LedgerEntry" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION parlance_ledger_grown();

-- A balance changes with the ledger alone, which is then one trigger deeper.
CREATE FUNCTION parlance_balance_refused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW."balance" = 0 THEN RETURN NEW; END IF;
  ELSIF NEW."balance" = OLD."balance" OR pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A balance changes by entries of the ledger.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER balance_by_ledger BEFORE INSERT OR UPDATE OF "balance" ON "Account" FOR EACH ROW EXECUTE FUNCTION parlance_balance_refused();
