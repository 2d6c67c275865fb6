using RgPolicy.Cli.Demo.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Host.Facts;

namespace RgPolicy.Cli.Tests.Demo.Live;

public sealed class GoverningRightsTests : IDisposable
{
    private const string Accounts = "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533:nobody:/:/bin/false\n";
    private readonly TestFolder _folder = new();

    private string Status => FormattableString.Invariant($"proc/{Environment.ProcessId}/status");

    [Fact]
    public void Find_Root_RunsTheServerAsNobody()
    {
        _folder.With("etc/passwd", Accounts);

        var rights = GoverningRights.Find(Context(isRoot: true));

        Assert.Equal("65534:65533", rights.Owner);
        Assert.Equal("setpriv --reuid=65534 --regid=65533 --clear-groups --", string.Join(' ', rights.AsServer));
        Assert.Empty(rights.Scope);
    }

    [Fact]
    public void Find_RootWithSystemd_GivesTheServerAGroupOfItsOwn()
    {
        _folder.With("etc/passwd", Accounts).With("run/systemd/system/a", "");

        var rights = GoverningRights.Find(Context(isRoot: true));

        Assert.StartsWith("systemd-run --scope ", string.Join(' ', rights.Scope), StringComparison.Ordinal);
        Assert.DoesNotContain("--user", rights.Scope, StringComparer.Ordinal);
    }

    [Fact]
    public void Find_UserWithAServiceManager_AsksItForAGroup()
    {
        _folder.With(Status, "Uid:\t1000\t1000\t1000\t1000\n").With("run/user/1000/systemd/a", "");

        var rights = GoverningRights.Find(Context(isRoot: false));

        Assert.Contains("--user", rights.Scope, StringComparer.Ordinal);
        Assert.Contains("--property=Delegate=yes", rights.Scope, StringComparer.Ordinal);
        Assert.Empty(rights.AsServer);
        Assert.Null(rights.Owner);
    }

    [Fact]
    public void Find_RootWithoutAnUnprivilegedUser_SaysWhatIsMissing()
    {
        _folder.With("etc/passwd", "root:x:0:0::/root:/bin/sh\n");

        var failure = Assert.Throws<CommandException>(() => GoverningRights.Find(Context(isRoot: true)));

        Assert.Contains("65534", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task DemoLive_UserWithoutAGroup_NamesTheCommandThatWorks()
    {
        _folder
            .With(Status, "Uid:\t1000\t1000\t1000\t1000\n")
            .With("usr/lib/postgresql/17/bin/initdb", "")
            .With("usr/lib/postgresql/17/bin/postgres", "");

        var run = await CliRun.Of(
            context => context with { HostRoot = new FileRoot(_folder.Root), IsRoot = false },
            "demo",
            "--live"
        );

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("cgroup", run.Error, StringComparison.Ordinal);
        Assert.Contains("sudo ", run.LastErrorLine, StringComparison.Ordinal);
        Assert.EndsWith(" demo --live", run.LastErrorLine, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();

    private CliContext Context(bool isRoot) =>
        CliRun.Context(Stream.Null) with
        {
            HostRoot = new FileRoot(_folder.Root),
            IsRoot = isRoot,
        };
}
