-- Who keeps sound in memory hears when it is no longer for everybody: an article was deleted, or its project keeps its sound for subscribers.
CREATE TRIGGER rights_of_article AFTER DELETE OR UPDATE OF "deletedAt" ON "Article" FOR EACH ROW
  EXECUTE FUNCTION parlance_rights_changed('project', 'projectId');
CREATE TRIGGER rights_of_hearing AFTER UPDATE OF "securityEnabled" ON "Project" FOR EACH ROW
  WHEN (OLD."securityEnabled" IS DISTINCT FROM NEW."securityEnabled")
  EXECUTE FUNCTION parlance_rights_changed('project', 'id');
