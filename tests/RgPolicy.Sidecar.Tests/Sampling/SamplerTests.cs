using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Sampling;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Tests.Sampling;

/// <summary>Whom a client of the socket can have looked at, and how often; this process stands for the server.</summary>
public sealed class SamplerTests
{
    private static readonly Postmaster Server = new(
        Environment.ProcessId,
        0,
        ProcessUser.Read(FileRoot.Machine, Environment.ProcessId) ?? -1
    );
    private readonly SlowTime _time = new();

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
        var sampler = Sampler();
        sampler.Begin(Request(process.ProcessId), Server with { ProcessId = 2 });

        Assert.Equal("it is not a child of the DBMS's main process", Assert.Single(sampler.Collect()).Problem);
    }

    [Fact]
    public void Begin_ProcessOfAnotherUser_IsRefused()
    {
        using var process = TouchingProcess.Start(1, "uniform");
        var sampler = Sampler();
        sampler.Begin(Request(process.ProcessId), Server with { UserId = Server.UserId + 1 });

        Assert.Equal("it does not run as the DBMS's user", Assert.Single(sampler.Collect()).Problem);
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

    private Sampler Sampler(Limits? limits = null) =>
        new(
            FileRoot.Machine,
            limits ?? new Limits { Sampling = true },
            new TargetCheck(FileRoot.Machine, guard: -1, movesBackgroundWorkers: false),
            _time
        );

    private static string Ask(Sampler sampler, int processId, int budget = 200_000)
    {
        sampler.Begin(Request(processId, budget), Server);
        return Assert.Single(sampler.Collect()).Problem;
    }

    private static SampleRequest Request(int processId, int budget = 200_000) =>
        new([processId], budget, IsClient: true);
}
