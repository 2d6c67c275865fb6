using Npgsql;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>What the server says against made data: the text itself is right, and has a plan.</summary>
internal static class DataError
{
    private const string CardinalityViolation = "21";
    private const string DataException = "22";

    /// <summary>A scalar sub-query with two rows, a division by zero and the like.</summary>
    public static bool Is(PostgresException error) =>
        error.SqlState.StartsWith(CardinalityViolation, StringComparison.Ordinal)
        || error.SqlState.StartsWith(DataException, StringComparison.Ordinal);
}
