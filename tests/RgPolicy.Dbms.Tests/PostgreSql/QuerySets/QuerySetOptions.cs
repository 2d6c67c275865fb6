namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>What <c>tools/query-sets/run</c> asks for.</summary>
/// <param name="Rows">Rows of the largest tables.</param>
/// <param name="Seed">What the drawing of data begins with.</param>
/// <param name="Patience">How long EXPLAIN ANALYZE may take.</param>
internal sealed record QuerySetOptions(long Rows, int Seed, TimeSpan Patience)
{
    /// <summary>From the environment.</summary>
    public static QuerySetOptions Read() =>
        new(
            Number("RGPOLICY_QUERY_ROWS", 20_000),
            Number("RGPOLICY_QUERY_SEED", 1),
            TimeSpan.FromSeconds(Number("RGPOLICY_QUERY_SECONDS", 30))
        );

    private static int Number(string variable, int usual) =>
        int.TryParse(
            Environment.GetEnvironmentVariable(variable),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : usual;
}
