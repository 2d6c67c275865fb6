using static System.FormattableString;

namespace RgPolicy.Dbms.Tests.PostgreSql.IndexLoops;

/// <summary>What one loop keeps hot, in bytes.</summary>
/// <param name="Name">Keys and table.</param>
/// <param name="Measured">By the pages that the server read for it, from an empty cache.</param>
/// <param name="Alone">As its plan alone is judged.</param>
/// <param name="WithSizes">As it is judged with the sizes of tables and indexes.</param>
/// <param name="WithCatalog">As it is judged with the statistics of columns too.</param>
internal sealed record LoopFigure(string Name, double Measured, double Alone, double WithSizes, double WithCatalog)
{
    /// <summary>Within a factor of 2 of what was measured.</summary>
    public static bool IsClose(double judged, double measured) => judged <= 2 * measured && measured <= 2 * judged;

    public override string ToString() =>
        Invariant(
            $"{Name}: measured {Measured / 8192:F0} pages, {Alone / 8192:F0} by the plan, {WithCatalog / 8192:F0} with the catalog"
        );
}
