namespace RgPolicy.Dbms.Tests.PostgreSql.IndexLoops;

/// <summary>Tables, and what is looked up in each of them.</summary>
/// <param name="Name">What the set is for.</param>
/// <param name="Tables">The tables.</param>
/// <param name="Keys">What is looked up: each of it in each table.</param>
internal sealed record LoopSet(string Name, ImmutableArray<LoopTable> Tables, ImmutableArray<LoopKeys> Keys)
{
    /// <summary>A few that take seconds.</summary>
    public static LoopSet Few { get; } =
        new(
            "few",
            [new LoopTable(12_000, 1, 40, 0.5), new LoopTable(12_000, 4, 90, 1), new LoopTable(30_000, 2, 25, 0)],
            [new LoopKeys(8_000, 0, 1, 1, IsOrdered: false), new LoopKeys(1_500, 0.3, 0.3, 1, IsOrdered: true)]
        );

    /// <summary>Looked at while the formulas were made.</summary>
    public static LoopSet Known { get; } =
        new(
            "known",
            [
                .. from rows in (int[])[20_000, 120_000, 400_000]
                from perKey in (int[])[1, 8]
                from disorder in (double[])[0, 1]
                select new LoopTable(rows, perKey, 60, disorder),
            ],
            [
                new LoopKeys(40_000, 0, 1, 1, IsOrdered: false),
                new LoopKeys(40_000, 0.2, 0.002, 1, IsOrdered: false),
                new LoopKeys(1_000, 0, 1, 1, IsOrdered: false),
                new LoopKeys(40_000, 0.3, 0.05, 1, IsOrdered: true),
            ]
        );

    /// <summary>Never looked at one by one: other sizes, widths, fan-outs, orders and skews.</summary>
    public static LoopSet HoldOut { get; } =
        new(
            "hold-out",
            [
                new LoopTable(9_000, 1, 15, 0.3),
                new LoopTable(9_000, 3, 180, 1),
                new LoopTable(70_000, 1, 120, 0.02),
                new LoopTable(70_000, 30, 15, 1),
                new LoopTable(250_000, 3, 30, 0),
                new LoopTable(250_000, 30, 120, 0.1),
                new LoopTable(600_000, 1, 15, 1),
                new LoopTable(600_000, 3, 60, 0.3),
            ],
            [
                new LoopKeys(25_000, 0, 1, 1, IsOrdered: false),
                new LoopKeys(25_000, 0.5, 0.01, 1, IsOrdered: false),
                new LoopKeys(25_000, 0, 1, 3, IsOrdered: false),
                new LoopKeys(3_000, 0.1, 0.5, 1, IsOrdered: true),
                new LoopKeys(90_000, 0.6, 0.2, 2, IsOrdered: false),
                new LoopKeys(90_000, 0, 1, 1, IsOrdered: true),
            ]
        );
}
