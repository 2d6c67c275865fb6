using RgPolicy.Host.Facts;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary><c>rgp run --level enforce</c> says whether the kernel gives it more than any other program,
/// as docs/howto/go-live.md tells.</summary>
public sealed class ProcessorShareTests(ServerFixture fixture) : IClassFixture<ServerFixture>
{
    private const string Autogroup = "/proc/sys/kernel/sched_autogroup_enabled";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private const string Lacks = "RgPolicy has no share of the processors of its own: ";

    [RootFact]
    public async Task Run_FromATerminal_SaysWhatItLacks()
    {
        await using var governed = await StartAsync(hasOwnShare: false);

        await AssertToldAsync(governed.Service, LackOf(governed.Service));
    }

    [RootFact]
    public async Task Run_WithAShareOfItsOwn_SaysNothing()
    {
        await using var governed = await StartAsync(hasOwnShare: true);

        var lack = LackOf(governed.Service);
        await AssertToldAsync(governed.Service, lack);
        Assert.True(lack is null || !AreSessionsGroups, lack);
    }

    // Where they are none to the scheduler, nothing was given.
    private static bool AreSessionsGroups =>
        File.Exists(Autogroup) && File.ReadAllText(Autogroup).Trim().Equals("1", StringComparison.Ordinal);

    private static string? LackOf(ChildProgram program) => ProcessorShare.FindLack(FileRoot.Machine, program.ProcessId);

    private static async Task AssertToldAsync(ChildProgram program, string? lack)
    {
        if (lack is null)
            Assert.DoesNotContain(Lacks, program.Output + program.Errors, StringComparison.Ordinal);
        else
            Assert.True(await program.WaitForOutputAsync(Lacks + lack, Patience), program.Output + program.Errors);
    }

    private Task<GovernedServer> StartAsync(bool hasOwnShare) =>
        GovernedServer.StartAsync(
            fixture.Server.Cluster,
            GovernedFixture.Options with
            {
                HasOwnShare = hasOwnShare,
                HasOwnSession = true,
            }
        );
}
