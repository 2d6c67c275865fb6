using System.Diagnostics;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary>Whatever file a user names: what is no ordinary one neither holds a command up nor fills the
/// memory.</summary>
public sealed class UserFileTests : IDisposable
{
    private const long MostBytes = 256L << 20;
    private const string Policy = "language 1\npool a { cpu weight 100 }\ndefault -> a\n";
    private const string Named = "bad.rgp";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string, string> CommandsAndKinds
    {
        get
        {
            var rows = new TheoryData<string, string>();
            foreach (var kind in (string[])["pipe", "endless device"])
            foreach (
                var command in (string[])
                    [
                        $"lint {Named}",
                        $"lint good.rgp --baseline {Named}",
                        $"lint good.rgp --profile {Named}",
                        $"fmt {Named}",
                        $"fmt {Named} --check",
                        $"fix {Named}",
                        $"test {Named}",
                        $"diff good.rgp {Named}",
                        $"compile {Named}",
                        $"classify {Named}",
                        $"classify good.rgp --input {Named}",
                        $"query-plan {Named}",
                        $"replay {Named} --policy good.rgp",
                        $"service check --config {Named}",
                        $"audit show {Named}",
                        $"audit verify {Named}",
                        $"run good.rgp --server postgres://a@127.0.0.1:1/b --password-file {Named}",
                        "lint below/good.rgp",
                    ]
            )
                rows.Add(command, kind);
            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(CommandsAndKinds))]
    public async Task Command_FileThatIsNone_EndsAtOnceWithinItsMemory(string command, string kind)
    {
        if (!OperatingSystem.IsLinux())
            return;
        _folder.With("good.rgp", Policy).With("below/good.rgp", Policy);
        Spoil(kind, Named);
        Spoil(kind, "below/rgpolicy.json");
        var before = GC.GetTotalAllocatedBytes();

        var run = await _folder.Run(command.Split(' ')).WaitAsync(TimeSpan.FromMinutes(2));

        Assert.NotEqual(0, run.ExitCode);
        Assert.NotEmpty(run.Error);
        Assert.InRange(GC.GetTotalAllocatedBytes() - before, 0, MostBytes);
    }

    private void Spoil(string kind, string name)
    {
        if (kind == "pipe")
        {
            using var making = Process.Start("mkfifo", _folder.Path(name));
            making.WaitForExit();
        }
        else
        {
            File.CreateSymbolicLink(_folder.Path(name), "/dev/zero");
        }
    }
}
