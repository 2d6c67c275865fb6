using System.Xml.Linq;

namespace RgPolicy.Architecture.Tests;

/// <summary>Every package has its reason, license and upkeep on the page of dependencies, and no other is there.</summary>
public sealed class DependencyPageTests
{
    [Fact]
    public void Page_HasARowForEachPackageAndNoOther()
    {
        var page = Repository.Read(Repository.Files(["docs"], "/dependencies.md").Single());
        var rows = page.Split('\n')
            .Where(line => line.StartsWith("| ", StringComparison.Ordinal))
            .Select(line => line.Split('|'))
            .Where(cells => cells[1].Trim() != "package")
            .ToList();

        Assert.All(
            rows,
            cells => Assert.Equal((6, true), (cells.Length, cells[1..5].All(cell => cell.Trim().Length > 0)))
        );
        Assert.Equal(
            Joined(Packages().Distinct(StringComparer.Ordinal)),
            Joined(rows.Select(cells => cells[1].Trim()))
        );
    }

    private static string Joined(IEnumerable<string> names) => string.Join(' ', names.Order(StringComparer.Ordinal));

    private static IEnumerable<string> Packages() =>
        XDocument
            .Parse(Repository.Read("Directory.Packages.props"))
            .Descendants("PackageVersion")
            .Select(element => element.Attribute("Include")?.Value ?? "");
}
