using System.Diagnostics;
using RgPolicy.Cli.Demo.Live;
using RgPolicy.Host.Facts;
using RgPolicy.Testing;
using static System.FormattableString;

namespace RgPolicy.Cli.Tests.Demo.Live;

public sealed class DemoDirectoryTests : IDisposable
{
    private readonly TestFolder _folder = new();

    [Fact]
    public async Task Abandoned_OfAProcessThatEnded_IsFound()
    {
        using var ended = Process.Start("true");
        await ended.WaitForExitAsync();
        var name = Invariant($"rgp-demo-{ended.Id}.{Started()}.AB");
        Directory.CreateDirectory(_folder.Path(name));

        Assert.Equal(_folder.Path(name), Assert.Single(Abandoned()));
    }

    [Fact]
    public void Abandoned_NumberWasGivenToAnotherProcess_IsFound()
    {
        var name = Invariant($"rgp-demo-{Environment.ProcessId}.{Started() - 1}.AB");
        Directory.CreateDirectory(_folder.Path(name));

        Assert.Equal(_folder.Path(name), Assert.Single(Abandoned()));
    }

    [Theory]
    [InlineData("rgp-demo-")]
    [InlineData("rgp-demo-notes")]
    [InlineData("rgp-demo-1.x.AB")]
    [InlineData("rgp-demo-99999999999.1.AB")]
    [InlineData("other-1.1.AB")]
    public void Abandoned_NameThatNoDemoGives_IsLeftAlone(string name)
    {
        Directory.CreateDirectory(_folder.Path(name));

        Assert.Empty(Abandoned());
    }

    [Fact]
    public void Abandoned_OfAProcessThatLives_IsLeftAlone()
    {
        Directory.CreateDirectory(_folder.Path(Invariant($"rgp-demo-{Environment.ProcessId}.{Started()}.AB")));

        Assert.Empty(Abandoned());
    }

    [Fact]
    public void Abandoned_LinkToElsewhere_IsLeftAlone()
    {
        var name = Invariant($"rgp-demo-{Environment.ProcessId}.{Started() - 1}.AB");
        Directory.CreateSymbolicLink(_folder.Path(name), Path.GetTempPath());

        Assert.Empty(Abandoned());
    }

    [SmallDiskFact]
    public async Task DemoLive_DiskIsFull_NamesAnotherPlaceAndLeavesNothing()
    {
        using var disk = new SmallDisk();
        _folder
            .With("etc/passwd", "nobody:x:65534:65534::/:/bin/false")
            .With("usr/lib/postgresql/17/bin/initdb", "")
            .With("usr/lib/postgresql/17/bin/postgres", "");

        var run = await CliRun.Of(
            context =>
                context with
                {
                    HostRoot = new FileRoot(_folder.Root),
                    IsRoot = true,
                    EnvironmentVariable = name => name == "TMPDIR" ? disk.Directory : null,
                },
            "demo",
            "--live"
        );

        Assert.Equal(3, run.ExitCode);
        Assert.Contains($"{disk.Directory} has 0 MiB free", run.Error, StringComparison.Ordinal);
        Assert.Contains("TMPDIR=", run.LastErrorLine, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(disk.Directory));
    }

    public void Dispose() => _folder.Dispose();

    private static ulong Started() =>
        ProcessStat.Read(FileRoot.Machine, Environment.ProcessId)?.StartTime ?? throw new InvalidOperationException();

    private IEnumerable<string> Abandoned() => DemoDirectory.Abandoned(CliRun.Context(Stream.Null), _folder.Root);
}
