using RgPolicy.Cli.Demo.Live;
using RgPolicy.Host.Facts;

namespace RgPolicy.Cli.Tests.Demo.Live;

public sealed class ServerProgramsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private FileRoot Root => new(_folder.Root);

    [Theory]
    [InlineData("/usr/lib/postgresql/17/bin", "usr/lib/postgresql/15/bin", "usr/lib/postgresql/17/bin")]
    [InlineData("/usr/pgsql-18/bin", "usr/lib/postgresql/17/bin", "usr/pgsql-18/bin")]
    [InlineData("/opt/pg/bin", "opt/pg/bin")]
    [InlineData("/usr/lib/postgresql/15/bin", "usr/lib/postgresql/15/bin", "opt/pg/bin")]
    public void Find_OfSeveralPlaces_TakesTheNewestThenThePath(string folder, params string[] places)
    {
        foreach (var place in places)
            _folder.With($"{place}/initdb", "").With($"{place}/postgres", "");

        Assert.Equal(folder, ServerPrograms.Find(Root, "/nowhere:/opt/pg/bin")?.Folder);
    }

    [Theory]
    [InlineData("usr/lib/postgresql/17/bin/initdb")]
    [InlineData("usr/lib/postgresql/17/bin/postgres")]
    public void Find_OneProgramIsMissing_FindsNothing(string only)
    {
        _folder.With(only, "");

        Assert.Null(ServerPrograms.Find(Root, null));
    }

    [Fact]
    public void Find_VersionWithoutTheRolesThatItNeeds_FindsNothing()
    {
        _folder.With("usr/lib/postgresql/13/bin/initdb", "").With("usr/lib/postgresql/13/bin/postgres", "");

        Assert.Null(ServerPrograms.Find(Root, ""));
    }

    [Theory]
    [InlineData("usr/bin/apt-get", "sudo apt-get install postgresql")]
    [InlineData("usr/bin/dnf", "sudo dnf install postgresql-server")]
    [InlineData("usr/bin/zypper", "sudo zypper install postgresql-server")]
    [InlineData("usr/bin/pacman", "sudo pacman -S postgresql")]
    [InlineData("usr/bin/other", "your system's package of the PostgreSQL server")]
    public async Task DemoLive_NoPrograms_NamesTheCommandThatInstallsThem(string manager, string command)
    {
        _folder.With(manager, "");

        var run = await CliRun.Of(context => context with { HostRoot = Root, IsRoot = true }, "demo", "--live");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("initdb", run.Error, StringComparison.Ordinal);
        Assert.Contains(command, run.LastErrorLine, StringComparison.Ordinal);
        Assert.Empty(run.Output);
    }

    public void Dispose() => _folder.Dispose();
}
