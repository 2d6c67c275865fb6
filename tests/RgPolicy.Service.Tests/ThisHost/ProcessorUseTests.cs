using RgPolicy.Engine.Observe;
using RgPolicy.Host.Facts;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Tests.ThisHost;

/// <summary>Ticks of the processors and of a server's processes become processors.</summary>
public sealed class ProcessorUseTests : IDisposable
{
    private const int Server = 50;

    private readonly string _folder = Directory.CreateTempSubdirectory("rgp-use-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Read_First_IsUnknown()
    {
        Cpus((0, 0), (0, 0));
        Process(Server, 0, 0, "51 52");

        Assert.Null(Use().Read());
    }

    [Fact]
    public void Read_Second_SplitsWhatIsBusy()
    {
        Cpus((0, 0), (0, 0));
        Process(Server, 10, 40, "51 52");
        Process(51, 100, 0);
        Process(52, 7, 0);
        var use = Use();
        use.Read();

        Cpus((100, 0), (25, 75));
        // The second child has ended: its time is in that of the children that have.
        Process(Server, 15, 40 + 7 + 8, "51");
        Process(51, 150, 0);

        Assert.Equal(new HostProcessors(2, 0.75, 0.62), Rounded(use.Read()));
    }

    [Fact]
    public void Read_StolenTimeAndThatOfLowPriorities_IsNobodys()
    {
        Cpus((0, 0));
        Process(Server, 0, 0);
        var use = Use();
        use.Read();

        Write("/proc/stat", "cpu0 10 30 0 20 0 0 0 40 0 0\n");

        Assert.Equal(new HostProcessors(1, 0.2, 0.1), Rounded(use.Read()));
    }

    [Fact]
    public void Read_ServerMayUseSome_CountsThoseAlone()
    {
        Cpus((0, 0), (0, 0), (0, 0));
        Process(Server, 0, 0, "", allowed: "1-2");
        var use = Use();
        use.Read();

        Cpus((100, 0), (0, 100), (0, 100));

        Assert.Equal(new HostProcessors(2, 2, 0), use.Read());
    }

    [Fact]
    public void Read_Quota_IsWhatTheServerHasLeft()
    {
        Cpus((0, 0), (0, 0), (0, 0), (0, 0));
        Process(Server, 0, 0);
        Write("/proc/50/cgroup", "0::/pods/pg\n");
        Write("/proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
        Write("/sys/fs/cgroup/pods/pg/cpu.max", "150000 100000\n");
        var use = Use();
        use.Read();

        Cpus((100, 0), (0, 100), (0, 100), (0, 100));
        Process(Server, 100, 0);

        Assert.Equal(new HostProcessors(4, 0.5, 0), use.Read());
    }

    [Fact]
    public void Read_KernelDoesNotTell_IsUnknown()
    {
        Cpus((0, 0));
        Process(Server, 0, 0);
        var use = Use();
        use.Read();

        File.Delete(_folder + "/proc/50/task/50/children");
        Assert.Null(use.Read());

        Process(Server, 0, 0);
        Write("/proc/stat", "cpu0\nintr 5\n");
        Assert.Null(use.Read());
        Assert.Null(use.Read());
    }

    private ProcessorUse Use() => new(new FileRoot(_folder), Server);

    private static HostProcessors? Rounded(HostProcessors? use) =>
        use is null ? null : use with { Idle = Math.Round(use.Idle, 6), Foreign = Math.Round(use.Foreign, 6) };

    private void Cpus(params (int Busy, int Idle)[] cpus) =>
        Write(
            "/proc/stat",
            "cpu  1 2 3 4 5 6 7 8 9 10\n"
                + string.Concat(
                    cpus.Select((each, number) => Text($"cpu{number} {each.Busy} 0 0 {each.Idle} 0 0 0 0 0 0\n"))
                )
        );

    private void Process(int id, int user, int ofEnded, string children = "", string allowed = "0-3")
    {
        Write(
            Text($"/proc/{id}/stat"),
            Text($"{id} (a) b) S 1 {id} {id} 0 -1 4194560 0 0 0 0 {user} 0 {ofEnded} 0 20 0 1 0 12345 0 0\n")
        );
        Write(Text($"/proc/{id}/status"), $"Name:\ta\nCpus_allowed_list:\t{allowed}\n");
        Write(Text($"/proc/{id}/task/{id}/children"), children + " \n");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder + path)!);
        File.WriteAllText(_folder + path, text);
    }
}
