using System.Collections.Frozen;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Host.Facts;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Tests.ThisHost;

/// <summary>A server's numbers of CPUs are the host's only where nothing stands between them.</summary>
public sealed class CoreHostTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("rgp-host-").FullName;

    public CoreHostTests() => Write("/sys/devices/system/cpu/online", "0-3\n");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void FindProblem_ServerWithAllCpus_IsNull()
    {
        AddProcess(70, "sqlservr", "0-3");
        AddProcess(71, "sqlservr", "2");

        Assert.Null(Problem(4, 2, 3));
    }

    [Theory]
    [InlineData("0-1", 4, "cpuset or taskset")]
    [InlineData("0-3", 8, "counts 8 CPUs and this host has 4 online")]
    [InlineData(null, 4, "no process sqlservr")]
    public void FindProblem_NumbersThatAreNotTheHosts_SaysWhy(string? allowed, int counted, string said)
    {
        AddProcess(60, "postgres", "0-3");
        if (allowed is not null)
            AddProcess(70, "sqlservr", allowed);

        Assert.Contains(said, Problem(counted, 2), StringComparison.Ordinal);
    }

    [Fact]
    public void FindProblem_PoolWithACpuThatIsNotOnline_IsOne()
    {
        AddProcess(70, "sqlservr", "0-3");

        Assert.Contains("not online", Problem(4, 9), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("max 100000", "max 100000", null)]
    [InlineData("250000 100000", "max 100000", 2.5)]
    [InlineData("400000 100000", "50000 50000", 1.0)]
    public void QuotaCpus_OfItsGroupOrOneAround_IsTheLeast(string own, string around, double? cpus)
    {
        AddProcess(70, "sqlservr", "0-3");
        Write("/proc/70/cgroup", "0::/pods/sql\n");
        Write("/proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
        Write("/sys/fs/cgroup/pods/sql/cpu.max", own + "\n");
        Write("/sys/fs/cgroup/pods/cpu.max", around + "\n");

        Assert.Equal(cpus, SqlServerProcess.Find(new FileRoot(_folder))!.QuotaCpus(new FileRoot(_folder)));
    }

    private string? Problem(int counted, params int[] cpus) =>
        new CoreHost(new FileRoot(_folder), TimeProvider.System).FindProblem(
            new ServerResources(
                [new(256, "rgp_a") { Cpus = [.. cpus] }],
                [],
                FrozenDictionary<int, RequestResources>.Empty
            )
            {
                HostCpus = counted,
            }
        );

    private void AddProcess(int id, string name, string allowed)
    {
        var place = string.Create(CultureInfo.InvariantCulture, $"/proc/{id}");
        Write(
            place + "/stat",
            string.Create(
                CultureInfo.InvariantCulture,
                $"{id} ({name}) S 1 {id} {id} 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 12345 0 0\n"
            )
        );
        Write(place + "/status", $"Name:\t{name}\nCpus_allowed_list:\t{allowed}\n");
    }

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_folder + path)!);
        File.WriteAllText(_folder + path, text);
    }
}
