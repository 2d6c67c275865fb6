using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Sampling;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Tests.Sampling;

/// <summary>Whom a client of the socket can have looked at, and how often; this process stands for the
/// server.</summary>
public sealed class SamplerTests
{
    private static readonly Postmaster Server = new(
        Environment.ProcessId,
        0,
        ProcessUser.Read(FileRoot.Machine, Environment.ProcessId) ?? -1
    );
    private readonly SlowTime _time = new();
    private readonly List<Action> _started = [];

    [Fact]
    public void Begin_RootDoesNotAllowIt_SaysSo() =>
        Assert.Contains("root does not allow", Ask(Sampler(new Limits()), 1234), StringComparison.Ordinal);

    [Fact]
    public void Begin_ServerItself_IsRefused() =>
        Assert.Equal("this process is never governed", Ask(Sampler(), Environment.ProcessId));

    [Fact]
    public void Begin_ProcessOfAnotherServer_IsRefused()
    {
        using var process = TouchingProcess.Start(1, "uniform");

        var report = Report(Sampler(), Request(process.ProcessId), Server with { ProcessId = 2 });

        Assert.Equal("it is not a child of the DBMS's main process", report.Problem);
    }

    [Fact]
    public void Begin_ProcessOfAnotherUser_IsRefused()
    {
        using var process = TouchingProcess.Start(1, "uniform");

        var report = Report(Sampler(), Request(process.ProcessId), Server with { UserId = Server.UserId + 1 });

        Assert.Equal("it does not run as the DBMS's user", report.Problem);
    }

    [Fact]
    public void Begin_MoreMemoryThanTheBudgetPaysFor_IsRefusedAndPaidFor()
    {
        using var process = TouchingProcess.Start(1, "uniform");
        var sampler = Sampler();

        Assert.Equal("it has more memory than its age pays for", Ask(sampler, process.ProcessId, budget: 1));
        Assert.Equal("another sample is being taken or paid for", Ask(sampler, process.ProcessId, budget: 1));
        _time.Skip(milliseconds: 1000);
        Assert.Equal("it has more memory than its age pays for", Ask(sampler, process.ProcessId, budget: 1));
    }

    [Fact]
    public void Begin_CallerGoesOn_OpensAndChecksOnItsOwnThreadOnly()
    {
        var sampler = Sampler();

        sampler.Begin(Request(Environment.ProcessId), Server);

        Assert.Empty(sampler.Collect());
        Assert.Single(_started)();
        Assert.Equal("this process is never governed", Assert.Single(sampler.Collect()).Problem);
    }

    [Fact]
    public void Begin_RefusedOnceItWasOpened_TellsWhatOpeningTookAndItsNumber()
    {
        var report = Report(Sampler(), Request(Environment.ProcessId) with { Number = 7 }, Server);

        Assert.Equal((7, false), (report.Number, report.IsPassing));
        Assert.InRange(report.CostMicroseconds, 1000, 200_000);
    }

    [Fact]
    public void Begin_OpeningUsesUpTheBudget_IsRefused()
    {
        using var process = TouchingProcess.Start(1, "uniform");

        _time.Step = 190;
        var report = Report(Sampler(), Request(process.ProcessId), Server);

        Assert.Equal("it has more memory than its age pays for", report.Problem);
    }

    [Fact]
    public void Begin_BusyOrNoServer_SaysThatItPasses()
    {
        var sampler = Sampler();
        Ask(sampler, Environment.ProcessId);

        var busy = Report(sampler, Request(Environment.ProcessId) with { Number = 8 }, Server);
        var noServer = Report(sampler, Request(Environment.ProcessId), server: null);

        Assert.Equal((true, 8, 0), (busy.IsPassing, busy.Number, busy.CostMicroseconds));
        Assert.True(noServer.IsPassing);
    }

    private Sampler Sampler(Limits? limits = null) =>
        new(
            FileRoot.Machine,
            limits ?? new Limits { Sampling = true },
            new TargetCheck(FileRoot.Machine, guard: -1, movesBackgroundWorkers: false),
            _time,
            work => _started.Add(work)
        );

    private string Ask(Sampler sampler, int processId, int budget = 200_000) =>
        Report(sampler, Request(processId, budget), Server).Problem;

    private SampleReport Report(Sampler sampler, SampleRequest request, Postmaster? server)
    {
        sampler.Begin(request, server);
        _started.ForEach(work => work());
        _started.Clear();
        return Assert.Single(sampler.Collect());
    }

    private static SampleRequest Request(int processId, int budget = 200_000) =>
        new([processId], budget, IsClient: true);
}
