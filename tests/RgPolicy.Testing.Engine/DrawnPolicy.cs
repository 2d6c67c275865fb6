using System.Collections.Immutable;
using System.Text;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Testing.Engine;

/// <summary>A drawn policy and the questions that it is asked.</summary>
/// <param name="Classes">Its classes but for <c>default</c>.</param>
/// <param name="Text">Its text.</param>
/// <param name="Policy">The same, checked.</param>
public sealed record DrawnPolicy(ImmutableArray<DrawnClass> Classes, string Text, Policy Policy)
{
    private const int FirstClassLine = 3;

    /// <summary>Draws classes until the checker finds no error: one that others shadow is drawn again.</summary>
    public static DrawnPolicy Draw(int count, ClassSource source)
    {
        var classes = Enumerable.Range(0, count).Select(_ => source.Next()).ToList();
        while (true)
        {
            var text = Write(classes);
            var check = PolicyReader.Check(text, "drawn.rgp", TargetProfile.Generic);
            if (check.Policy is { } policy)
            {
                return new DrawnPolicy([.. classes], text, policy);
            }

            foreach (var line in check.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error)
                .Select(each => each.Range.StartLine).Distinct())
            {
                classes[line - FirstClassLine] = source.Next();
            }
        }
    }

    private static string Write(List<DrawnClass> classes)
    {
        var text = new StringBuilder("language 1\npool a { cpu weight 1000 } pool b { cpu weight 100 }\n");
        for (var index = 0; index < classes.Count; index++)
        {
            var condition = string.Join(" and ", classes[index].Atoms.Select(atom => atom.Text));
            text.Append(FormattableString.Invariant($"class c{index} -> {(index % 2 == 0 ? "a" : "b")} when {condition}\n"));
        }

        return text.Append("default -> a\n").ToString();
    }
}
