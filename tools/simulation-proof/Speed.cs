using System.Diagnostics;
using System.Text.Json;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Running;
using RgPolicy.Simulation.Timing;
using RgPolicy.SimulationProof.Papers;

namespace RgPolicy.SimulationProof;

/// <summary>How long 60 s of 100 different queries on 8 last-level caches take.</summary>
internal static class Speed
{
    private const int Queries = 100;
    private const int Repeats = 5;

    /// <summary>Plays it a few times.</summary>
    public static void Run(TextWriter output)
    {
        var target = Target();
        var check = PolicyReader.Check(Policies.Text("zeng2021"), "zeng2021.rgp", target);
        var program = PolicyProgram.Compile(check.Policy ?? throw new InvalidOperationException("no policy"), target);
        Run("one structure a phase", Mixed(new Random(1)), target, program, output);
        Run("three with skew or in circles, short phases", Hard(new Random(1), Queries), target, program, output);
        Run("a thousand of these", Hard(new Random(1), 10 * Queries), target, program, output);
        Compare(Hard(new Random(1), Queries), target, program, output);
    }

    // What the budget for finding hit ratios costs in accuracy.
    private static void Compare(Mix mix, TargetProfile target, PolicyProgram program, TextWriter output)
    {
        double[] Executions(double work) =>
            [
                .. SimulationRun
                    .Play(mix, target, program, null, long.MaxValue, CancellationToken.None, work)
                    .Queries.Select(query => query.Executions),
            ];
        double[] errors =
        [
            .. Executions(SolutionBudget.Usual)
                .Zip(Executions(double.MaxValue), (usual, unlimited) => Math.Abs((usual / unlimited) - 1))
                .Order(),
        ];
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"executions of a query by the usual work against unlimited: {errors[errors.Length / 2]:P2} apart in the median,"
                    + $" {errors[errors.Length * 9 / 10]:P2} in the worst tenth, {errors[^1]:P2} at most"
            )
        );
    }

    private static void Run(string name, Mix mix, TargetProfile target, PolicyProgram program, TextWriter output)
    {
        output.WriteLine(name);
        for (var repeat = 0; repeat < Repeats; repeat++)
        {
            var clock = Stopwatch.StartNew();
            var before = Process.GetCurrentProcess().TotalProcessorTime;
            var run = SimulationRun.Play(mix, target, program, null, SimulationRun.MostWork, CancellationToken.None);
            output.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{run.Seconds:0} s of {mix.Queries.Length} queries on {target.L3Domains.Length} caches, {run.Events} events,"
                        + $" {run.Maps.Length} maps of masks: {clock.Elapsed.TotalSeconds:0.00} s,"
                        + $" {(Process.GetCurrentProcess().TotalProcessorTime - before).TotalSeconds:0.00} s of processors"
                )
            );
        }
    }

    /// <summary>Writes the mix as a file, and the target beside it, for <c>rgp simulate</c>: what a first run in a
    /// process takes.</summary>
    public static void Write(string file)
    {
        File.WriteAllText(file + ".target", TargetProfileReader.Write(Target()));
        var queries = Mixed(new Random(1))
            .Queries.Select(query => new
            {
                name = query.Name,
                dop = query.Dop,
                think_seconds = query.ThinkSeconds,
                phases = query.Phases.Select(Phase).ToArray(),
            });
        File.WriteAllText(
            file,
            JsonSerializer.Serialize(
                new
                {
                    schema = "rgp/mix/1",
                    seconds = 60,
                    queries,
                }
            )
        );
    }

    private static object Phase(MixPhase phase) =>
        new
        {
            shape = phase.Shape == PlanShape.Scan ? "scan" : "aggregation",
            cpu_seconds = phase.CpuSeconds,
            streamed = phase.StreamedBytes,
            structures = phase.Structures.Select(s => new { bytes = s.Bytes, accesses = s.Accesses }).ToArray(),
        };

    private static TargetProfile Target()
    {
        var epyc = BuiltInProfiles.Find("epyc_many_ccx") ?? TargetProfile.Generic;
        var domains = epyc.L3Domains[..8];
        return epyc with
        {
            Sockets = 1,
            L3Domains = domains,
            Cores = domains.Sum(domain => domain.Cpus.Count()),
            NumaNodes = [],
        };
    }

    private static Mix Mixed(Random random) =>
        new() { Queries = [.. Enumerable.Range(0, Queries).Select(index => Query(random, index))] };

    private static Mix Hard(Random random, int queries) =>
        new()
        {
            Queries =
            [
                .. Enumerable
                    .Range(0, queries)
                    .Select(index => new MixQuery
                    {
                        Name = string.Create(CultureInfo.InvariantCulture, $"q{index}"),
                        Clients = random.Next(1, 3),
                        Phases = [.. Enumerable.Range(0, 3).Select(_ => HardPhase(random))],
                    }),
            ],
        };

    private static MixPhase HardPhase(Random random) =>
        new()
        {
            Shape = PlanShape.Join,
            CpuSeconds = random.NextDouble() / 2,
            StreamedBytes = random.Next(2) * 1e9,
            Structures =
            [
                .. Enumerable
                    .Range(0, 3)
                    .Select(_ => new MixStructure(
                        Math.Pow(10, 6 + (random.NextDouble() * 1.6)),
                        1e6,
                        random.NextDouble(),
                        random.Next(2) == 0
                    )),
            ],
        };

    private static MixQuery Query(Random random, int index) =>
        new()
        {
            Name = string.Create(CultureInfo.InvariantCulture, $"q{index}"),
            Dop = random.Next(1, 5),
            ThinkSeconds = random.NextDouble(),
            Phases = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Phase(random))],
        };

    private static MixPhase Phase(Random random) =>
        random.Next(3) == 0
            ? new MixPhase
            {
                Shape = PlanShape.Scan,
                CpuSeconds = random.NextDouble(),
                StreamedBytes = random.NextDouble() * 1e10,
            }
            : new MixPhase
            {
                Shape = PlanShape.Aggregation,
                CpuSeconds = random.NextDouble() * 2,
                StreamedBytes = random.NextDouble() * 1e9,
                Structures = [new MixStructure(random.NextDouble() * 6e7 + 64, 5e7, 0, false)],
            };
}
