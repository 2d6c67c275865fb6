using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>What the guard says about a statement: an answer in place of a plan, or what may be
/// planned; exactly one is set.</summary>
/// <param name="Answer">Why it has no plan, or null.</param>
/// <param name="Text">The text with every table named by its schema.</param>
/// <param name="SearchPath">Where all other names may be looked up.</param>
/// <param name="HasViews">Views are among what it names.</param>
internal sealed record GuardVerdict(PlanAnswer? Answer, string Text, string SearchPath, bool HasViews)
{
    /// <summary>The relations were told from what the backend has locked, so that another execution of the same text
    /// may mean others.</summary>
    public bool IsByLocks { get; init; }

    public uint[] Relations { get; init; } = [];

    /// <summary>Partitions are reached, whose checks were not looked at: they must not be used for planning.</summary>
    public bool HasPartitions { get; init; }

    public static GuardVerdict None(PlanAnswer answer) => new(answer, "", "", false);
}

internal static class SearchPath
{
    /// <summary>The names in the setting's text, in their order.</summary>
    public static IEnumerable<string> Schemas(string setting)
    {
        var sql = new SqlText(setting);
        return Enumerable.Range(0, sql.Count).Where(sql.IsName).Select(sql.Name).Distinct(StringComparer.Ordinal);
    }

    /// <summary>The setting's text: the server's own names first, temporary tables last.</summary>
    public static string Setting(IEnumerable<string> schemas) =>
        string.Join(", ", schemas.Select(PostgresSetup.Quote).Prepend("pg_catalog").Append("pg_temp"));
}

/// <summary>What is asked under the locks.</summary>
/// <remarks><c>Relations</c>: what its tables were resolved to. <c>Schemas</c>: the oids of the schemas that its other
/// names are looked up in. <c>Login</c>: the oid of the login that runs it; 0 for RgPolicy's own role. <c>Whole</c>:
/// the oids of those relations of which every column may be meant.</remarks>
internal sealed record GuardQuestion(
    StatementNames Names,
    IReadOnlyList<RelationCandidate> Relations,
    uint[] Schemas,
    uint Login,
    uint[] Whole
);

/// <summary>Begins a transaction and decides in it whether, and as which text, a statement may be planned
/// there.</summary>
internal interface IPlanGuard
{
    /// <summary>Decides; what the verdict depends on is locked until the transaction ends.</summary>
    Task<GuardVerdict> AdmitAsync(
        ExplainSession session,
        StatementText statement,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    );
}
