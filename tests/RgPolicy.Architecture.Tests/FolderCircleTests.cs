using RgPolicy.Architecture.Tests.Uses;

namespace RgPolicy.Architecture.Tests;

/// <summary>
/// Folders of a project use each other in one direction, as projects do. The uses that still close a circle are listed: the list may become shorter only.
/// </summary>
public sealed class FolderCircleTests
{
    /// <summary>Without these uses no circle is left.</summary>
    private static readonly Dictionary<string, (string From, string To)[]> Known = new(StringComparer.Ordinal)
    {
        ["Documents"] = [],
        ["Host"] = [],
        ["Plans"] = [],
        ["Cli"] = [],
        ["Sidecar"] = [],
        ["Language"] = [("Binding", "Checking"), ("Parsing", "Checking")],
        ["Dbms"] = [("Connecting", "PostgreSql"), ("Connecting", "SqlServer")],
        ["Service"] = [("Status", "Metrics")],
        ["Engine"] =
        [
            ("Allot", "Strategies"), ("Classify", "Compile"), ("CoRun", "Decide"), ("Compile", "CoRun"), ("Compile", "Explain"), ("Compile", "Objectives"),
            ("Compile", "Observe"), ("Compile", "Strategies"), ("Decide", "Objectives"), ("Decide", "Strategies"), ("Rules", "Decide"),
            ("Signals", "Classify"), ("Strategies", "Objectives"),
        ],
    };

    public static TheoryData<string> Projects => [.. Known.Keys];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Folders_OfEachProject_UseEachOtherInOneDirection(string project)
    {
        var graph = GraphOf(project);

        Offenders.None(graph.Circling(Known[project].ToHashSet())
            .Select(arrow => $"{project}: {arrow.From} -> {arrow.To} ({string.Join("; ", graph.Behind(arrow).Order(StringComparer.Ordinal).Take(3))})"));
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public void KnownUses_ThatCloseNoCircleAnyMore_AreTakenOffTheList(string project)
    {
        var graph = GraphOf(project);
        var known = Known[project];

        Offenders.None(known
            .Where(arrow => !graph.Circling(known.Where(other => other != arrow).ToHashSet()).Contains(arrow))
            .Select(arrow => $"{project}: {arrow.From} -> {arrow.To}"));
    }

    [Fact]
    public void Graph_OfTheseTests_SeesWhatIsUsed()
    {
        var graph = new FolderGraph(typeof(FolderCircleTests).Assembly.Location, "RgPolicy.Architecture");

        Assert.Empty(graph.Arrows);
        Assert.Contains(
            (new TypeName("RgPolicy.Architecture.Tests", nameof(FolderCircleTests)), new TypeName("RgPolicy.Architecture.Tests.Uses", nameof(FolderGraph))),
            TypeUses.Of(typeof(FolderCircleTests).Assembly.Location));
    }

    private static FolderGraph GraphOf(string project) => new(ProjectArrowTests.AssemblyFile(project), $"RgPolicy.{project}");
}
