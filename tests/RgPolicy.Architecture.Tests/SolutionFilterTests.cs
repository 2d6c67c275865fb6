using System.Text.Json;
using System.Xml.Linq;

namespace RgPolicy.Architecture.Tests;

/// <summary>A solution filter opens as it is: what its projects refer to is in it too.</summary>
public sealed class SolutionFilterTests
{
    public static TheoryData<string> Filters => [.. Repository.Files(["."], ".slnf")];

    [Theory]
    [MemberData(nameof(Filters))]
    public void Filter_OfEachProject_HoldsWhatItRefersTo(string filter)
    {
        var projects = Projects(filter);

        Offenders.None(
            from project in projects
            from reference in References(project)
            where !projects.Contains(reference)
            select $"{filter}: {project} refers to {reference}"
        );
    }

    [Theory]
    [MemberData(nameof(Filters))]
    public void Filter_NamesProjectsOfTheSolution(string filter)
    {
        var solution = Repository.Read("RgPolicy.sln").Replace('\\', '/');

        Offenders.None(
            Projects(filter).Where(project => !solution.Contains($"\"{project}\"", StringComparison.Ordinal))
        );
    }

    private static HashSet<string> Projects(string filter)
    {
        using var document = JsonDocument.Parse(Repository.Read(filter));
        return document
            .RootElement.GetProperty("solution")
            .GetProperty("projects")
            .EnumerateArray()
            .Select(each => (each.GetString() ?? "").Replace('\\', '/'))
            .ToHashSet(StringComparer.Ordinal);
    }

    private static IEnumerable<string> References(string project) =>
        from element in XDocument.Parse(Repository.Read(project)).Descendants("ProjectReference")
        let folder = Path.GetDirectoryName(Path.Combine(Repository.Root, project)) ?? Repository.Root
        let path = Path.GetFullPath((element.Attribute("Include")?.Value ?? "").Replace('\\', '/'), folder)
        select Path.GetRelativePath(Repository.Root, path).Replace('\\', '/');
}
