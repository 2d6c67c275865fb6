using System.Numerics;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Strategies;

/// <summary>A governor of two pools whose queries can have parts, and what it has decided.</summary>
internal static class PartScene
{
    private const decimal MiB = 1024 * 1024;

    public static Governor Make(TargetProfile? target = null) =>
        new(Compile("cache strategy dynamic", target ?? TargetProfile.Generic), new GovernorOptions());

    public static PolicyProgram Compile(string strategy, TargetProfile target)
    {
        var check = PolicyReader.Check(
            $"""
            language 1
            pool rest         {"{ cpu weight 1000 }"}
            pool joins        {"{ cache 100%, at least 2 ways }"}
            pool aggregations {"{ cache 100%, at least 2 ways }"}
            class sort -> aggregations when plan.phase = sort
            class join -> joins        when plan.shape in (join, scan)
            class agg  -> aggregations when plan.shape = aggregation
            default    -> rest
            {strategy}
            """,
            "p.rgp",
            target
        );
        return PolicyProgram.Compile(
            check.Policy ?? throw new InvalidOperationException(check.Diagnostics[0].Message),
            target
        );
    }

    public static GovernorTurn See(Governor governor, double seconds, params ObservedQuery[] queries) =>
        governor.Decide(Scene.See(seconds, queries));

    public static ObservedQuery Query(
        int process,
        int mebibytes,
        double started = 0,
        bool streams = false,
        params int[] workers
    ) =>
        Scene.Query(
            process,
            PlanFacts.Known(
                new PlanProfile
                {
                    Shape = streams ? PlanShape.Scan : PlanShape.Join,
                    WorkingSetBytes = new Figure(mebibytes * MiB, Provenance.Estimate),
                    Temporality = streams ? Temporality.NonTemporal : Temporality.Temporal,
                    Locality = PlanLocality.Strong,
                },
                "test"
            ),
            started,
            workers
        );

    public static bool IsPart(Governor governor, int number) =>
        governor.Program.Parts.Any(part => part.Number == number);

    public static int PartOf(Governor governor, int process)
    {
        var number = governor.Find(process)?.PoolNumber ?? 0;
        Assert.True(IsPart(governor, number));
        return number;
    }

    public static ulong Mask(Governor governor, int process)
    {
        var number = governor.Find(process)?.PoolNumber ?? 0;
        return governor.Program.ThrottlingPools.Single(pool => pool.Number == number).Masks.Single().Mask;
    }

    public static int Ways(Governor governor, int process) => BitOperations.PopCount(Mask(governor, process));
}
