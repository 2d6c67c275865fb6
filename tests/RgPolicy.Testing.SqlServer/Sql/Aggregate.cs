namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>COUNT, SUM, MIN and MAX.</summary>
internal static class Aggregate
{
    /// <summary>True for their names.</summary>
    public static bool IsOne(string name) => name is "COUNT" or "SUM" or "MIN" or "MAX";

    /// <summary>The value over all that is not NULL.</summary>
    public static object? Of(string name, IEnumerable<object> values)
    {
        var all = values.ToList();
        return name switch
        {
            "COUNT" => all.Count,
            _ when all.Count == 0 => null,
            "SUM" when all.Exists(each => each is double) => all.Sum(each => (double)Conversion.ToNumber(each)),
            "SUM" => (long)all.Sum(Conversion.ToNumber),
            _ => all.Aggregate(
                (found, each) =>
                    Comparison.Of(each, found, StringComparison.OrdinalIgnoreCase) * (name == "MIN" ? -1 : 1) > 0
                        ? each
                        : found
            ),
        };
    }
}
