using System.Text.Json;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>A demo on a real PostgreSQL: it governs, and whatever ends it, nothing stays.</summary>
public sealed class LiveDemoTests : IDisposable
{
    private const string Measures = "governing  short p50";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly string _place = Directory.CreateTempSubdirectory("rgp-live-").FullName;

    public LiveDemoTests()
    {
        // The server's user has to pass through.
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_place, File.GetUnixFileMode(_place) | UnixFileMode.OtherExecute);
    }

    [QuietHostFact]
    public async Task DemoLive_ShortParts_IsInForceAsReadBackAndLeavesNothing()
    {
        await using var demo = Start("--output", "json");

        Assert.True(await demo.WaitAsync(Patience), demo.Errors);
        Assert.True(demo.ExitCode == 0, demo.Errors + demo.Output);
        var outcome = JsonDocument.Parse(demo.Output).RootElement;
        Assert.Equal("rgp/demo-live/1", outcome.GetProperty("schema").GetString());
        Assert.True(outcome.GetProperty("in_force").GetBoolean());
        Assert.Equal(6, outcome.GetProperty("parts").GetArrayLength());
        foreach (var state in new[] { outcome.GetProperty("off"), outcome.GetProperty("on") })
        {
            Assert.True(state.GetProperty("transactions").GetInt32() > 0);
            Assert.True(state.GetProperty("as_ordered").GetInt32() > 0);
        }

        AssertNothingIsLeft();
    }

    [RootTheory]
    [InlineData(ProcessControl.Interrupt)]
    [InlineData(ProcessControl.Terminate)]
    [InlineData(ProcessControl.HangUp)]
    public async Task DemoLive_EndedByASignal_LeavesNothing(int signal)
    {
        await using var demo = Start();
        Assert.True(await demo.WaitForOutputAsync(Measures, Patience), demo.Errors);

        Assert.Equal(130, await demo.EndAsync(signal, Patience));

        AssertNothingIsLeft();
    }

    [RootFact]
    public async Task DemoLive_Killed_ItsServerEndsAndTheNextRunRemovesTheRest()
    {
        await using var killed = Start();
        Assert.True(await killed.WaitForOutputAsync(Measures, Patience), killed.Errors);

        await killed.EndAsync(ProcessControl.KillNow, Patience);

        var left = Assert.Single(Directory.GetDirectories(_place));
        await UntilAsync(() => Processes().Count == 0);
        await using var next = Start();
        await UntilAsync(() => !Directory.Exists(left));
        await next.EndAsync(ProcessControl.Terminate, Patience);
        AssertNothingIsLeft();
    }

    public void Dispose() => Directory.Delete(_place, recursive: true);

    private ChildProgram Start(params string[] arguments) =>
        ChildProgram.Start(
            ProductFiles.Rgp,
            ["demo", "--live", "--seconds", "12", .. arguments],
            new Dictionary<string, string?>(StringComparer.Ordinal) { ["TMPDIR"] = _place }
        );

    private void AssertNothingIsLeft()
    {
        // A killed .NET process leaves the pipes of its diagnostics.
        Assert.Empty(Directory.GetDirectories(_place));
        Assert.Empty(Processes());
    }

    // Each of its programs has a path in its place, and the server's children end with it.
    private IReadOnlyList<int> Processes() => ProcessFacts.Mentioning(_place);

    private static async Task UntilAsync(Func<bool> isThere)
    {
        for (var turn = 0; turn < 1200 && !isThere(); turn++)
            await Task.Delay(50);
        Assert.True(isThere());
    }
}
