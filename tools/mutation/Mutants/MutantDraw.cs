using Microsoft.CodeAnalysis.CSharp;

namespace RgPolicy.Mutation.Mutants;

/// <summary>Draws changes from all that a project allows: each has the same chance.</summary>
internal static class MutantDraw
{
    public static Mutant[] Draw(IEnumerable<string> files, int seed, int count)
    {
        var all = files.SelectMany(Changes).ToArray();
        new Random(seed).Shuffle(all);
        return [.. all.Take(count).Select((mutant, index) => mutant with { Number = index + 1 })];
    }

    /// <summary>Every change of a file, unnumbered.</summary>
    public static IEnumerable<Mutant> Changes(string file)
    {
        var root = CSharpSyntaxTree.ParseText(File.ReadAllText(file)).GetRoot();
        foreach (var change in ChangeFinder.Find(root))
        {
            var line = change.Node.SyntaxTree.GetLineSpan(change.Node.Span).StartLinePosition.Line + 1;
            var (before, after) = (change.Node.ToString(), change.After?.ToString() ?? "");
            yield return new Mutant(0, file, line, change.Node.SpanStart, change.Kind, before, after);
        }
    }
}
