using System.Xml.Linq;

namespace RgPolicy.Architecture.Tests;

/// <summary>The version stands in one place.</summary>
public sealed class VersionTests
{
    [Fact]
    public void Version_StandsInOnePlace() =>
        Assert.Equal(
            "Directory.Build.props",
            Assert.Single(Repository.Files(["."], "").Where(IsBuildFile), file => Versions(file).Length > 0)
        );

    [Fact]
    public void Changelog_NamesTheVersion() =>
        Assert.Contains(
            Versions("Directory.Build.props").Single(),
            Repository.Read("CHANGELOG.md"),
            StringComparison.Ordinal
        );

    private static bool IsBuildFile(string file) => Path.GetExtension(file) is ".csproj" or ".props" or ".targets";

    private static string[] Versions(string file) =>
        [
            .. XDocument
                .Parse(Repository.Read(file))
                .Descendants()
                .Where(element =>
                    element.Name.LocalName
                        is "Version"
                            or "VersionPrefix"
                            or "PackageVersion"
                            or "AssemblyVersion"
                            or "FileVersion"
                )
                .Where(element => element.Parent?.Name.LocalName == "PropertyGroup")
                .Select(element => element.Value),
        ];
}
