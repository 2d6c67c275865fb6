using RgPolicy.Architecture.Tests.Uses;

namespace RgPolicy.Architecture.Tests;

/// <summary>Folders of a project use each other in one direction, as projects do.</summary>
public sealed class FolderCircleTests
{
    [Theory]
    [MemberData(nameof(ProjectArrowTests.Projects), MemberType = typeof(ProjectArrowTests))]
    public void Folders_OfEachProject_UseEachOtherInOneDirection(string project)
    {
        var graph = new FolderGraph(TypeUses.Of(ProjectArrowTests.AssemblyFile(project)), $"RgPolicy.{project}");

        Offenders.None(
            graph
                .Circling()
                .Select(arrow =>
                    $"{project}: {arrow.From} -> {arrow.To} ({string.Join("; ", graph.Behind(arrow).Order(StringComparer.Ordinal).Take(3))})"
                )
        );
    }

    [Fact]
    public void Circling_OfFoldersThatUseEachOther_IsWhatClosesTheCircle()
    {
        var graph = new FolderGraph(
            [Use("A", "B"), Use("B", "C"), Use("C", "A"), Use("C", "D"), Use("D", "E.F"), Use("", "A")],
            "Root"
        );

        Assert.Equal([("A", "B"), ("B", "C"), ("C", "A")], graph.Circling());
        Assert.Equal(["InC uses InA"], graph.Behind(("C", "A")));
    }

    [Fact]
    public void Uses_OfTheseTests_AreSeen()
    {
        Assert.Contains(
            (
                new TypeName("RgPolicy.Architecture.Tests", nameof(FolderCircleTests)),
                new TypeName("RgPolicy.Architecture.Tests.Uses", nameof(FolderGraph))
            ),
            TypeUses.Of(typeof(FolderCircleTests).Assembly.Location)
        );
    }

    private static (TypeName From, TypeName To) Use(string from, string to) => (TypeIn(from), TypeIn(to));

    private static TypeName TypeIn(string folder) => new(folder.Length == 0 ? "Root" : $"Root.{folder}", $"In{folder}");
}
