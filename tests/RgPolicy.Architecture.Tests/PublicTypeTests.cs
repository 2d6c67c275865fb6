using System.Reflection;
using System.Text.RegularExpressions;
using RgPolicy.Architecture.Tests.Uses;

namespace RgPolicy.Architecture.Tests;

/// <summary>A type is public when another project names it, or gets it from a type that it names; all others are
/// internal.</summary>
public sealed partial class PublicTypeTests
{
    // Parts of our programs that are no library: what they share is internal.
    private static readonly string[] Internal = ["Dbms", "Engine", "Host", "Service", "Simulation"];

    private static readonly Lazy<ILookup<string, string>> ProjectsByWord = new(ReadWords);

    private static readonly Lazy<HashSet<(string Namespace, string Name)>> ReferredTo = new(() =>
        [
            .. from project in ProjectArrowTests.Names
            from type in ProjectArrowTests.TypesOf(ProjectArrowTests.AssemblyFile(project))
            select (type.Namespace, type.Name),
        ]
    );

    [Theory]
    [MemberData(nameof(ProjectArrowTests.Projects), MemberType = typeof(ProjectArrowTests))]
    public void Types_PublicInAProject_AreOfUseToAnother(string project)
    {
        var types = Assembly.LoadFrom(ProjectArrowTests.AssemblyFile(project)).GetExportedTypes();
        var named = types.Where(type => IsNamedElsewhere(type, project));

        Offenders.None(
            types
                .Except(Internal.Contains(project, StringComparer.Ordinal) ? [] : PublicSignatures.Reached(named))
                .Where(type => !IsGenerated(type))
                .Select(type => type.FullName ?? type.Name)
                .Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public void Reached_ByASignature_IsWhatItNames()
    {
        var reached = PublicSignatures.Reached([typeof(FolderGraph)]);

        Assert.Contains(typeof(TypeName), reached);
        Assert.DoesNotContain(typeof(CSharpText), reached);
    }

    // The compiler leaves no trace of constants, and the text none of a class whose methods extend another.
    private static bool IsNamedElsewhere(Type type, string project) =>
        ProjectsByWord.Value[type.Name.Split('`')[0]].Any(other => other != project)
        || ReferredTo.Value.Contains((type.Namespace ?? "", type.Name));

    // Written by ANTLR, which makes everything public.
    private static bool IsGenerated(Type type) =>
        type.Namespace?.EndsWith(".Generated", StringComparison.Ordinal) == true;

    private static ILookup<string, string> ReadWords() =>
        Repository
            .Sources("src")
            .SelectMany(file =>
                Word()
                    .Matches(WithoutComments(Repository.Read(file)))
                    .Select(match => (match.Value, Project: file.Split('/')[1]["RgPolicy.".Length..]))
                    .Distinct()
            )
            .Distinct()
            .ToLookup(each => each.Value, each => each.Project, StringComparer.Ordinal);

    // What is computed within a text counts, so texts are kept.
    private static string WithoutComments(string text) =>
        string.Join('\n', text.Split('\n').Where(line => !line.TrimStart().StartsWith("//", StringComparison.Ordinal)));

    [GeneratedRegex(@"\w+", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Word();
}
