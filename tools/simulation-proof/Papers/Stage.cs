using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.SimulationProof.Papers;

/// <summary>A machine of a paper, on which queries run under policies.</summary>
internal sealed class Stage(TargetProfile target, MemoryModel memory)
{
    /// <summary>Executions per second of each query.</summary>
    /// <param name="policy">A policy's text; null for none.</param>
    /// <param name="queries">Closed loops.</param>
    public double[] Rates(string? policy, params MixQuery[] queries) =>
        [.. Play(policy, queries).Queries.Select(each => each.Executions)];

    /// <summary>How much faster each query is under a policy than under another, percent.</summary>
    public double[] Gains(string policy, string? against, params MixQuery[] queries) =>
        [.. Rates(policy, queries).Zip(Rates(against, queries), (after, before) => ((after / before) - 1) * 100)];

    /// <summary>How much slower a query is alone in a part of the ways, percent below what it does in all.</summary>
    public double Alone(int ways, MixQuery query)
    {
        const string Text =
            "language 1 pool rest {{ cpu weight 200 }} pool few {{ cpu weight 199 cache {0} ways }}"
            + " class q -> few when session.app = 'q' default -> rest";
        var named = query with { Session = query.Session with { App = "q" } };
        var policy = string.Format(System.Globalization.CultureInfo.InvariantCulture, Text, ways);
        return Gains(policy, null, named)[0];
    }

    /// <summary>Executions per second of a query that runs alone in so many ways, without the governor's
    /// minimum.</summary>
    public double RateIn(int ways, MixQuery query)
    {
        var machine = MachineModel.Of(target, memory);
        var domain = machine.Domains[0];
        var load = PhaseLoad.Of(query.Phases[0], memory);
        var mask = (1UL << ways) - 1;
        var group = new LoadGroup(load, domain, mask, Share.All, query.Dop, domain.AllCpus) { Count = 1 };
        new SocketSolver([domain], memory).Solve([group]);
        return group.Rate;
    }

    /// <summary>Everything that happened.</summary>
    public RunOutcome Play(string? policy, params MixQuery[] queries) =>
        Play(new Mix { Queries = [.. queries], Seconds = 60 }, policy);

    /// <summary>The same of a mix with times and gates of its own.</summary>
    public RunOutcome Play(Mix mix, string? policy) =>
        SimulationRun.Play(
            mix with
            {
                Memory = memory,
            },
            target,
            policy is null ? null : Compile(policy),
            null,
            SimulationRun.MostWork,
            CancellationToken.None
        );

    private PolicyProgram Compile(string text)
    {
        var check = PolicyReader.Check(text, "paper.rgp", target);
        return PolicyProgram.Compile(
            check.Policy
                ?? throw new ArgumentException(
                    string.Join("; ", check.Diagnostics.Select(each => each.Message)),
                    nameof(text)
                ),
            target
        );
    }

    /// <summary>A machine with one socket and hardware threads.</summary>
    public static TargetProfile Socket(string name, int cores, long llcBytes, int ways, int threads = 2) =>
        new()
        {
            Name = name,
            Cores = cores * threads,
            LlcBytes = llcBytes,
            LlcWays = ways,
            HasMemoryBandwidthAllocation = false,
            L3Domains =
            [
                new L3Domain(
                    0,
                    0,
                    llcBytes,
                    [
                        .. Enumerable
                            .Range(0, cores)
                            .Select(core =>
                                Enumerable
                                    .Range(0, threads)
                                    .Select(thread => core + (thread * cores))
                                    .ToImmutableArray()
                            ),
                    ]
                ),
            ],
        };
}
