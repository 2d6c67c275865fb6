using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>What it means that a statement could not be explained.</summary>
internal static class ExplainFailure
{
    public static PlanAnswer Answer(PostgresException e, StatementKind kind, TimeSpan lifetime) =>
        e.SqlState switch
        {
            PostgresErrorCodes.QueryCanceled => PlanAnswer.Passing("planning it took longer than 1 s", lifetime, 0),
            PostgresErrorCodes.LockNotAvailable => PlanAnswer.Passing("its tables were locked", lifetime, 0),
            PostgresErrorCodes.ReadOnlySqlTransaction => PlanAnswer.Inferred(kind),
            PostgresErrorCodes.InsufficientPrivilege => Lasting(
                $"RgPolicy's role may not read what it reads ({e.MessageText}); rgp doctor prints the grant",
                lifetime
            ),
            PostgresErrorCodes.UndefinedTable or PostgresErrorCodes.UndefinedColumn => Unnamed(
                e,
                "a temporary table, or another search_path",
                lifetime
            ),
            // Up to PostgreSQL 14, and after an upgrade from it, everybody may create in public: nothing there is
            // looked up.
            PostgresErrorCodes.UndefinedFunction or PostgresErrorCodes.UndefinedObject => Unnamed(
                e,
                "another search_path, or a schema in which untrusted roles may create "
                    + "(REVOKE CREATE ON SCHEMA public FROM PUBLIC)",
                lifetime
            ),
            PostgresErrorCodes.IndeterminateDatatype
            or PostgresErrorCodes.AmbiguousParameter
            or PostgresErrorCodes.AmbiguousFunction => Lasting("the types of its parameters are not known", lifetime),
            // The server's words may quote constants of the statement, and reasons are shown and written to files.
            _ => Lasting($"the server cannot explain it (SQLSTATE {e.SqlState})", lifetime),
        };

    private static PlanAnswer Unnamed(PostgresException e, string cause, TimeSpan lifetime) =>
        Lasting($"its names mean nothing to RgPolicy's role ({e.MessageText}); {cause}", lifetime) with
        {
            HidesStatements = true,
        };

    private static PlanAnswer Lasting(string reason, TimeSpan lifetime) =>
        PlanAnswer.None(reason) with
        {
            Lifetime = lifetime,
        };
}
