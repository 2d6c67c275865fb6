using RgPolicy.Conformance;
using RgPolicy.Conformance.Cases;
using RgPolicy.Conformance.Hosts;
using RgPolicy.Conformance.Table;
using RgPolicy.Testing.Host;

namespace RgPolicy.Sidecar.Tests.Conformance;

/// <summary>The list of cases on the double; the kernel's turn is in the test machine.</summary>
public sealed class ConformanceTests
{
    public static TheoryData<string> Names => [.. CaseReader.ReadOwn().Select(one => one.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Case_OnTheDouble_IsAsExpected(string name)
    {
        using var host = new DoubleHost(new ResctrlShape());
        var one = CaseReader.ReadOwn().Single(c => c.Name == name);

        var result = SuiteRun.Run(host, [one]).Single();

        Assert.Empty(result.Differences());
    }

    [Fact]
    public void Cases_OneAfterTheOtherOnOneDouble_LeaveNothingBehind()
    {
        using var host = new DoubleHost(new ResctrlShape());
        var before = Content(host);

        _ = SuiteRun.Run(host, CaseReader.ReadOwn());

        Assert.Equal(before, Content(host));
    }

    [Fact]
    public void Cases_CoverEveryRule()
    {
        var covered = CaseReader.ReadOwn().Select(one => one.Rule).ToHashSet(StringComparer.Ordinal);

        Assert.DoesNotContain(Enumerable.Range(1, 33).Select(i => $"R{i}"), rule => !covered.Contains(rule));
    }

    [Fact]
    public void Table_InTheDocuments_HasEveryCaseAndNoDifference()
    {
        var text = File.ReadAllText(Path.Join(RepositoryRoot(), "docs", "measurements", "conformance.md"));

        Assert.DoesNotContain("| DIFF", text, StringComparison.Ordinal);
        Assert.DoesNotContain("| not run", text, StringComparison.Ordinal);
        Assert.All(
            CaseReader.ReadOwn(),
            one => Assert.Contains(ConformanceTable.Row(one), text, StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("  mkdir g")]
    [InlineData("R1")]
    public void Read_OfATextThatIsNoList_SaysTheLine(string text)
    {
        var failure = Assert.Throws<FormatException>(() => CaseReader.Read(text));

        Assert.StartsWith("line 1: ", failure.Message, StringComparison.Ordinal);
    }

    private static string Content(DoubleHost host)
    {
        _ = host.Tree.Read("/sys/fs/resctrl/schemata", out var schemata);
        _ = host.Tree.Read("/sys/fs/resctrl/cpus_list", out var cpus);
        _ = host.Tree.List("/sys/fs/resctrl", out var groups);
        _ = host.Tree.List("/sys/fs/cgroup", out var cgroups);
        _ = host.Tree.Read("/sys/fs/cgroup/cgroup.subtree_control", out var enabled);
        return string.Join('|', groups) + schemata + cpus + string.Join('|', cgroups) + enabled;
    }

    private static string RepositoryRoot()
    {
        var directory = AppContext.BaseDirectory;
        while (!File.Exists(Path.Join(directory, "RgPolicy.sln")))
            directory = Path.GetDirectoryName(directory.TrimEnd('/'))!;

        return directory;
    }
}
