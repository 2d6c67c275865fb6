using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

/// <summary>Refuses what would let a session write after all: it is only told not to.</summary>
internal static class ReadingOnly
{
    private static readonly string[] Verbs = ["set", "reset", "begin", "start"];
    private static readonly string[] Settings = ["transaction_read_only", "default_transaction_read_only"];

    /// <summary>The workload, or why it is refused.</summary>
    public static (TrialWorkload? Workload, string? Problem) Check(TrialWorkload workload) =>
        workload.Statements.FirstOrDefault(each => OpensForWrites(each.Text)) is { } statement
            ? (null, $"`{statement.Name}` lets its session write; a workload that is tried may only read: leave it out")
            : (workload, null);

    private static bool OpensForWrites(string text)
    {
        var words = SqlLexer
            .Tokens(text)
            .Select(token => token.In(text).Trim('"').ToString().ToLowerInvariant())
            .ToList();
        return words is [var first, ..]
            && (
                (Verbs.Contains(first, StringComparer.Ordinal) && words.Zip(words.Skip(1)).Contains(("read", "write")))
                || (
                    first is "set" or "reset"
                    && (words.Intersect(Settings, StringComparer.Ordinal).Any() || words is [_, "all"])
                )
            );
    }
}
