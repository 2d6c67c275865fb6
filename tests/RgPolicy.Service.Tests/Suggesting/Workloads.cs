using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Workloads;
using RgPolicy.Plans;

namespace RgPolicy.Service.Tests.Suggesting;

/// <summary>What servers could have run.</summary>
internal static class Workloads
{
    public const decimal MiB = 1024 * 1024;

    public static Workload Of(params StatementGroup[] groups) =>
        new([.. groups], groups.Sum(each => each.Executions), 0, 0, 0, TimeSpan.FromMinutes(1));

    public static StatementGroup Group(
        PlanShape shape,
        decimal? workingSet = 0,
        decimal? streamed = 0,
        double longest = 5,
        long executions = 3,
        string login = "app",
        string app = "psql",
        string text = "select 1",
        StatementKind kind = StatementKind.Select
    ) =>
        new(
            new SessionFacts(login, app, "", "db", false),
            new StatementFacts(kind, text, text, false),
            PlanFacts.Known(
                new PlanProfile
                {
                    Shape = shape,
                    WorkingSetBytes = FigureOf(workingSet),
                    StreamedBytes = FigureOf(streamed),
                    Reason = "as the test wants it",
                },
                "re-explain"
            ),
            executions,
            longest * executions,
            longest,
            null,
            1
        );

    public static StatementGroup WithoutPlan(string reason, double seconds) =>
        Group(PlanShape.Unknown) with
        {
            Plan = PlanFacts.Absent(reason),
            Seconds = seconds,
            Longest = seconds,
        };

    /// <summary>Anything, hostile names included.</summary>
    public static Workload Drawn(int seed)
    {
        var random = new Random(seed);
        string[] names =
        [
            "app",
            "SSRS",
            "o'brien",
            "a\nclass x -> y",
            "\u202eevil",
            "",
            "x\"y",
            "// allow RG0001: no",
            "é",
            new('n', 300),
        ];
        string[] texts =
        [
            "select 1",
            "select 'a\n*/'",
            "-- allow RG5001: because",
            "select $1",
            "",
            "\u0000",
            new('s', 5000),
        ];
        var groups = Enumerable
            .Range(0, random.Next(12))
            .Select(_ =>
                Group(
                    (PlanShape)random.Next((int)PlanShape.Unknown + 1),
                    Size(random),
                    Size(random),
                    random.NextDouble() * Math.Pow(10, random.Next(-2, 4)),
                    random.Next(1, 200),
                    names[random.Next(names.Length)],
                    names[random.Next(names.Length)],
                    texts[random.Next(texts.Length)],
                    (StatementKind)random.Next((int)StatementKind.Other + 1)
                )
            )
            .Select(group => random.Next(5) == 0 ? group with { Plan = PlanFacts.Absent("a\nreason") } : group)
            .ToImmutableArray();
        return new Workload(
            groups,
            1000,
            random.Next(10),
            random.Next(10),
            random.Next(3),
            TimeSpan.FromSeconds(random.Next(1, 200_000))
        );
    }

    private static decimal? Size(Random random) => random.Next(6) == 0 ? null : random.NextInt64(1L << random.Next(45));

    private static Figure FigureOf(decimal? value) =>
        value is null ? Figure.Unknown : new Figure(value, Provenance.Estimate);
}
