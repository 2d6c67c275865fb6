using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// Slots of a pool on a real server: as many as there are processors, so that none is left over for one more. Other work
/// on the host lets waiting queries off, so these tests want a host of their own.
/// </summary>
public sealed class SlotTests(ServerFixture fixture) : IClassFixture<ServerFixture>, IAsyncLifetime
{
    // Minutes of work in one process, or in more.
    private const string Scan = "select count(*) from sales where md5(repeat(note, 40000)) like 'abcd%'";

    private static readonly int Slots = Environment.ProcessorCount;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    private readonly string _policy = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".rgp");
    private readonly List<LiveQuery> _queries = [];

    public Task InitializeAsync() => Task.CompletedTask;

    // A query that is left behind would keep its processor for minutes.
    public async Task DisposeAsync()
    {
        foreach (var query in _queries)
            await query.DisposeAsync();
        File.Delete(_policy);
    }

    private Governance Origin => Governance.Of(fixture.Server.Cluster.PostmasterProcessId);

    [QuietHostFact]
    public async Task MoreQueriesThanSlots_TheYoungestWaitUntilOneEnds()
    {
        await using var governed = await GovernAsync($"slots {Slots}");
        await StartAsync(Slots + 2);
        await UntilWaitingAsync(governed, 2);
        await UntilAnswersAsync(governed, "waits for a slot since", "why", "--pid", Text(Held(governed)[0].ProcessId));
        await UntilAnswersAsync(governed, "second of two", "status");

        var one = _queries.Except(Held(governed)).First();
        await one.DisposeAsync();
        _queries.Remove(one);
        await UntilWaitingAsync(governed, 1);

        Assert.Equal(130, await governed.StopAsync());
        Assert.All(_queries, each => Assert.Equal(Origin, each.Governance));
        Assert.Empty(governed.Groups());
    }

    [QuietHostFact]
    public async Task WaitIsOver_AllHaveTheShare()
    {
        await using var governed = await GovernAsync($"slots {Slots}, wait 5 s");
        await StartAsync(Slots + 8);
        await UntilWaitingAsync(governed, 8);

        await UntilWaitingAsync(governed, 0);
    }

    [QuietHostFact]
    public async Task ParallelQueryWaits_ItsWorkersStandBesideIt()
    {
        await using var governed = await GovernAsync($"slots {Slots}");
        await StartAsync(Slots);
        await UntilWaitingAsync(governed, 0);
        await StartAsync(1, workers: 2);
        await UntilWaitingAsync(governed, 1);

        var leader = _queries[^1];
        await UntilAsync(
            governed,
            () =>
                LoopTests.Workers(leader.ProcessId) is { Count: > 0 } workers
                && workers.TrueForAll(each => ProcessFacts.CpuGroup(each) == leader.Governance.CpuGroup)
        );
    }

    [QuietHostFact]
    public async Task WaitingQueryHoldsALock_IsReleasedOnceAnotherWantsIt()
    {
        await fixture.Server.ExecuteAsync(
            "create table if not exists hot (n int); grant all on hot to report, app",
            CancellationToken.None
        );
        await using var governed = await GovernAsync($"slots {Slots}");
        await StartAsync(Slots);
        await UntilWaitingAsync(governed, 0);
        var blocker = await LiveQuery.OpenAsync(fixture.Server, BenchRoles.Analytics);
        _queries.Add(blocker);
        await blocker.RunAsync("begin; lock table hot in share row exclusive mode");
        blocker.Start(Scan);
        await UntilWaitingAsync(governed, 1);

        await using var app = await LiveQuery.StartAsync(fixture.Server, BenchRoles.Oltp, "insert into hot values (1)");
        await UntilAsync(governed, () => blocker.Governance == Origin);
        Assert.False(app.Running.IsCompleted || blocker.Running.IsCompleted);
        await blocker.DisposeAsync();
        await app.Running;
    }

    [QuietHostFact]
    public async Task PolicyIsChanged_TheNewCountHoldsForThoseThatWait()
    {
        await using var governed = await GovernAsync($"slots {Slots}");
        await StartAsync(Slots + 3);
        await UntilWaitingAsync(governed, 3);

        await WriteAsync($"slots {Slots + 1}");
        await UntilWaitingAsync(governed, 2);

        await WriteAsync("");
        await UntilWaitingAsync(governed, 0);
    }

    [QuietHostTheory]
    [InlineData("pause")]
    [InlineData("service")]
    [InlineData("guard")]
    [InlineData("mover")]
    public async Task RgPolicyIsGone_ThoseThatWaitAreAsIfNeverGoverned(string gone)
    {
        await using var governed = await GovernAsync($"slots {Slots}");
        await StartAsync(Slots + 2);
        await UntilWaitingAsync(governed, 2);

        if (gone == "pause")
            await governed.AskAsync("pause", "--pause-file", governed.PauseFile);
        else
            ProcessControl.Signal(
                gone switch
                {
                    "service" => governed.Service.ProcessId,
                    "guard" => governed.Guard ?? 0,
                    _ => governed.Mover ?? 0,
                },
                ProcessControl.KillNow
            );

        await UntilAsync(governed, () => _queries.TrueForAll(each => each.Governance == Origin));
        Assert.DoesNotContain(_queries, each => each.Running.IsCompleted);
    }

    [QuietHostFact]
    public async Task OtherProgramsPress_NobodyWaitsUntilTheyAreGone()
    {
        await using var governed = await GovernAsync($"slots {Slots}");
        await StartAsync(Slots + 2);
        await UntilWaitingAsync(governed, 2);

        var waiting = Held(governed)[0];
        await using (CompilerLoad.Start(Slots))
        {
            await UntilWaitingAsync(governed, 0);
            var (_, why, _) = await governed.AskAsync("why", "--pid", Text(waiting.ProcessId));
            Assert.Contains("other programs use the CPUs", why, StringComparison.Ordinal);
        }

        await UntilWaitingAsync(governed, 2);
    }

    [QuietHostFact]
    public async Task FewerSlotsThanProcessors_QueriesHaveTheShareOfThoseLeftOver()
    {
        await using var governed = await GovernAsync("slots 1");
        await StartAsync(Slots + 1);
        await UntilWaitingAsync(governed, Slots);

        await UntilWaitingAsync(governed, 1);
    }

    private async Task<GovernedServer> GovernAsync(string slots)
    {
        await WriteAsync(slots);
        return await GovernedServer.StartAsync(
            fixture.Server.Cluster,
            GovernedFixture.Options with
            {
                Policy = _policy,
                HasOwnShare = true,
            }
        );
    }

    private Task WriteAsync(string slots) =>
        File.WriteAllTextAsync(
            _policy,
            $$"""
            language 1
            pool critical { cpu weight 1000 }
            pool reporting { cpu weight 400  {{slots}} }
            class reports -> reporting when session.login = 'report'
            default -> critical
            """
        );

    private async Task StartAsync(int queries, int workers = 0)
    {
        for (var query = 0; query < queries; query++)
            _queries.Add(await LiveQuery.StartAsync(fixture.Server, BenchRoles.Analytics, Scan, workers));
    }

    /// <summary>Waits until so many are in the group of the lowest weight, and all others in that of their pool.</summary>
    private Task UntilWaitingAsync(GovernedServer governed, int waiting) =>
        UntilAsync(
            governed,
            () =>
            {
                var held = Held(governed);
                var others = _queries.Except(held).Select(each => each.Governance.CpuGroup);
                return held.Count == waiting
                    && others.Distinct(StringComparer.Ordinal).ToList() is [var pool]
                    && pool != Origin.CpuGroup;
            }
        );

    private List<LiveQuery> Held(GovernedServer governed)
    {
        // A policy without slots has no group but its pool's.
        var lowest = governed.Groups() is { Count: > 1 } groups ? Path.GetFileName(groups.MinBy(Weight)) : null;
        return [.. _queries.Where(each => Path.GetFileName(each.Governance.CpuGroup) == lowest)];
    }

    private static int Weight(string group)
    {
        var file = Path.Combine(group, "cpu.shares");
        return int.Parse(
            File.ReadAllText(File.Exists(file) ? file : Path.Combine(group, "cpu.weight")),
            CultureInfo.InvariantCulture
        );
    }

    private async Task UntilAsync(GovernedServer governed, Func<bool> wanted)
    {
        var clock = Stopwatch.StartNew();
        while (!wanted())
        {
            if (clock.Elapsed > Longest || _queries.Exists(each => each.Running.IsFaulted))
            {
                var (_, status, _) = await governed.AskAsync("status");
                Assert.Fail($"it never came about: {status}{governed.Said}");
            }

            await Task.Delay(20);
        }
    }

    // The kernel has a move before the document of its turn is told.
    private static async Task UntilAnswersAsync(GovernedServer governed, string wanted, params string[] question)
    {
        var clock = Stopwatch.StartNew();
        for (var answer = ""; !answer.Contains(wanted, StringComparison.Ordinal); )
        {
            Assert.True(clock.Elapsed < Longest, answer);
            (_, answer, _) = await governed.AskAsync(question);
        }
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
