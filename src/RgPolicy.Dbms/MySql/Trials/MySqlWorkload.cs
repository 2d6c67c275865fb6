using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.MySql.Trials;

internal static class MySqlWorkload
{
    // A recorded query may have written a file, waited, or held a lock.
    private static readonly string[] Acting = ["into", "get_lock", "release_lock", "sleep", "benchmark"];

    /// <summary>Reads the text of a file: statements that end with a semicolon, with names and weights before
    /// them.</summary>
    public static (TrialWorkload? Workload, string? Problem) Read(string text) =>
        WorkloadText.Read(text, SqlDialect.AnyMySql);

    /// <summary>The single statement that a text is, with all its literals; null where it is several, is cut, has
    /// parameters, or does more than read.</summary>
    public static TrialStatement? ReadWhole(string text)
    {
        return
            SqlLexer
                .Tokens(text, SqlDialect.AnyMySql)
                .All(token =>
                    token.Kind is not SqlTokenKind.Parameter
                    && !Array.Exists(
                        Acting,
                        word => token.In(text).Trim('`').Equals(word, StringComparison.OrdinalIgnoreCase)
                    )
                ) && Read(text).Workload is { Statements: [var statement] }
            ? statement
            : null;
    }
}
