using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Xml.Linq;

namespace RgPolicy.Architecture.Tests;

/// <summary>Dependencies point one way: the table of the layout.</summary>
public sealed class ProjectArrowTests
{
    private const string Prefix = "RgPolicy.";

    private static readonly Dictionary<string, string[]> MayKnow = new(StringComparer.Ordinal)
    {
        ["Documents"] = [],
        ["Language"] = [],
        ["Plans"] = [],
        ["Host"] = [],
        ["Engine"] = ["Language", "Plans", "Host"],
        ["Sidecar"] = ["Host"],
        ["Dbms"] = ["Engine", "Plans"],
        ["Service"] = ["Documents", "Language", "Plans", "Host", "Engine", "Dbms", "Sidecar"],
        ["Simulation"] = ["Language", "Plans", "Engine"],
        ["Cli"] = ["Documents", "Language", "Plans", "Host", "Engine", "Dbms", "Sidecar", "Service", "Simulation"],
    };

    // Values that a known project hands out, and what a text may show: these types, and nothing else of
    // the project they are in.
    private static readonly Dictionary<(string From, string To), string[]> MayKnowOnly = new()
    {
        [("Engine", "Host")] = ["RgPolicy.Host.Facts"],
        [("Dbms", "Language")] =
        [
            "RgPolicy.Language.Targets",
            "RgPolicy.Language.Model",
            "RgPolicy.Language.Conditions",
            "RgPolicy.Language.Numbers",
            "RgPolicy.Language.Signals",
            "RgPolicy.Language.Meaning",
        ],
        // Of an open file whether it is an ordinary one.
        [("Dbms", "Host")] = ["RgPolicy.Host.Text", "RgPolicy.Host.Facts.FileOwner"],
    };

    private static readonly string[] ForbiddenInSidecar =
    [
        "Antlr",
        "MySqlConnector",
        "Npgsql",
        "Serilog",
        "NodaTime",
        "Microsoft.AspNetCore",
    ];

    internal static IEnumerable<string> Names => MayKnow.Keys;

    public static TheoryData<string> Projects => [.. Names];

    [Theory]
    [MemberData(nameof(Projects))]
    public void AssemblyReferences_OfEachProject_StayInsideTheTable(string project)
    {
        var known = References(AssemblyFile(project)).Select(ProjectOf).OfType<string>();

        Offenders.None(
            known.Except(MayKnow[project], StringComparer.Ordinal).Where(to => !MayKnowOnly.ContainsKey((project, to)))
        );
    }

    [Fact]
    public void TypeReferences_WhereOnlyValuesMayBeKnown_StayInTheirNamespaces()
    {
        var offenders =
            from rule in MayKnowOnly
            from type in TypesOf(AssemblyFile(rule.Key.From))
            where
                ProjectOf(type.Assembly) == rule.Key.To
                && !rule.Value.Contains(type.Namespace, StringComparer.Ordinal)
                && !rule.Value.Contains($"{type.Namespace}.{type.Name}", StringComparer.Ordinal)
            select $"{rule.Key.From} uses {type.Namespace}.{type.Name}";

        Offenders.None(offenders);
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public void ProjectReferences_OfEachProject_StayInsideTheTable(string project)
    {
        var known = ItemsOf(project, "ProjectReference")
            .Select(path => Path.GetFileNameWithoutExtension(path)[Prefix.Length..]);

        Offenders.None(known.Except(MayKnow[project], StringComparer.Ordinal));
    }

    [Fact]
    public void Table_NamesEveryProjectInSrc()
    {
        var projects = Repository
            .Files(["src"], ".csproj")
            .Select(path => Path.GetFileNameWithoutExtension(path)[Prefix.Length..]);

        Offenders.None(projects.Except(MayKnow.Keys, StringComparer.Ordinal));
    }

    [Fact]
    public void SidecarClosure_HoldsNoParserNoLanguageNoDriver()
    {
        var closure = Closure("Sidecar");

        Assert.DoesNotContain(
            closure,
            name => name.StartsWith(Prefix, StringComparison.Ordinal) && ProjectOf(name) != "Host"
        );
        Assert.DoesNotContain(closure, IsForbiddenInSidecar);
        Offenders.None(ItemsOf("Sidecar", "PackageReference").Concat(ItemsOf("Host", "PackageReference")));
    }

    /// <summary>What would make the package several times as large as it is.</summary>
    [Theory]
    [InlineData("Microsoft.AspNetCore.Mvc")]
    [InlineData("Microsoft.AspNetCore.Razor")]
    [InlineData("Microsoft.AspNetCore.Components")]
    [InlineData("Microsoft.AspNetCore.Identity")]
    public void AssemblyReferences_OfTheConsole_AreOfNoFrameworkForViewsOrLogins(string prefix) =>
        Offenders.None(
            Closure("Service").Concat(Closure("Cli")).Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
        );

    private static bool IsForbiddenInSidecar(string name) =>
        ForbiddenInSidecar.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal));

    private static HashSet<string> Closure(string project)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var open = new Queue<string>([AssemblyFile(project)]);
        while (open.TryDequeue(out var file))
        {
            foreach (var name in References(file).Where(seen.Add))
            {
                var next = Path.Combine(AppContext.BaseDirectory, name + ".dll");
                if (File.Exists(next))
                    open.Enqueue(next);
            }
        }

        return seen;
    }

    private static string[] References(string assemblyFile)
    {
        using var reader = new PEReader(File.OpenRead(assemblyFile));
        var metadata = reader.GetMetadataReader();
        return
        [
            .. metadata.AssemblyReferences.Select(each => metadata.GetString(metadata.GetAssemblyReference(each).Name)),
        ];
    }

    internal static List<(string Assembly, string Namespace, string Name)> TypesOf(string assemblyFile)
    {
        using var reader = new PEReader(File.OpenRead(assemblyFile));
        var metadata = reader.GetMetadataReader();
        var types = new List<(string Assembly, string Namespace, string Name)>();
        foreach (var type in metadata.TypeReferences.Select(metadata.GetTypeReference))
        {
            if (type.ResolutionScope.Kind == HandleKind.AssemblyReference)
            {
                var assembly = metadata.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope);
                types.Add(
                    (
                        metadata.GetString(assembly.Name),
                        metadata.GetString(type.Namespace),
                        metadata.GetString(type.Name)
                    )
                );
            }
        }

        return types;
    }

    internal static string AssemblyFile(string project)
    {
        var name = project switch
        {
            "Cli" => "rgp",
            "Sidecar" => "rgp-sidecar",
            _ => Prefix + project,
        };
        return Path.Combine(AppContext.BaseDirectory, name + ".dll");
    }

    private static string? ProjectOf(string assemblyName) =>
        assemblyName switch
        {
            "rgp" => "Cli",
            "rgp-sidecar" => "Sidecar",
            _ => assemblyName.StartsWith(Prefix, StringComparison.Ordinal) ? assemblyName[Prefix.Length..] : null,
        };

    private static IEnumerable<string> ItemsOf(string project, string item) =>
        XDocument
            .Parse(Repository.Read($"src/{Prefix}{project}/{Prefix}{project}.csproj"))
            .Descendants(item)
            .Select(element => element.Attribute("Include")?.Value ?? "");
}
