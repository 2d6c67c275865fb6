using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Testing.Engine;

/// <summary>A drawn policy and the questions that it is asked.</summary>
/// <param name="Classes">Its classes but for <c>default</c>.</param>
/// <param name="Text">Its text.</param>
/// <param name="Policy">The same, checked.</param>
internal sealed record DrawnPolicy(ImmutableArray<DrawnClass> Classes, string Text, Policy Policy)
{
    private const int FirstClassLine = 3;
    private const int LargestPart = 1_000;

    /// <summary>Draws classes until the checker finds no error: one that others shadow is drawn again.</summary>
    public static DrawnPolicy Draw(int count, ClassSource source) =>
        Repair(Enumerable.Range(0, count).Select(_ => source.Next()).ToList(), source);

    /// <summary>The same, begun in parts: of a large policy little is left to be drawn again, each time
    /// with a check of the whole.</summary>
    public static DrawnPolicy DrawLarge(int count, ClassSource source) =>
        Repair([.. DrawInParts(count, source).Classes], source);

    private static DrawnPolicy Repair(List<DrawnClass> classes, ClassSource source)
    {
        while (true)
        {
            var text = Write(classes);
            var check = PolicyReader.Check(text, "drawn.rgp", TargetProfile.Generic);
            if (check.Policy is { } policy)
                return new DrawnPolicy([.. classes], text, policy);

            foreach (
                var line in check
                    .Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error)
                    .Select(each => each.Range.StartLine)
                    .Distinct()
            )
                classes[line - FirstClassLine] = source.Next();
        }
    }

    /// <summary>
    /// Draws in parts of at most 1,000 classes, each checked for itself, and joins them: proving that
    /// no class of one part shadows one of another would take longer than what is to be measured.
    /// </summary>
    public static DrawnPolicy DrawInParts(int count, ClassSource source)
    {
        var parts = Enumerable
            .Range(0, (count + LargestPart - 1) / LargestPart)
            .Select(part => Draw(Math.Min(LargestPart, count - (part * LargestPart)), source))
            .ToList();
        var first = parts[0].Policy;
        var conditioned = parts.SelectMany(part => part.Policy.Classes.SkipLast(1)).Append(first.Classes[^1]);
        var joined = first with
        {
            Classes =
            [
                .. conditioned.Select(
                    (item, index) =>
                        item with
                        {
                            Name = item.Condition is null ? item.Name : FormattableString.Invariant($"c{index}"),
                            Index = index,
                            Pool = first.Pools.Single(pool =>
                                string.Equals(pool.Name, item.Pool.Name, StringComparison.Ordinal)
                            ),
                        }
                ),
            ],
        };
        var classes = parts.SelectMany(part => part.Classes).ToList();
        return new DrawnPolicy([.. classes], Write(classes), joined);
    }

    private static string Write(List<DrawnClass> classes)
    {
        var text = new StringBuilder("language 1\npool a { cpu weight 1000 } pool b { cpu weight 100 }\n");
        for (var index = 0; index < classes.Count; index++)
        {
            var condition = string.Join(" and ", classes[index].Atoms.Select(atom => atom.Text));
            text.Append(
                FormattableString.Invariant($"class c{index} -> {(index % 2 == 0 ? "a" : "b")} when {condition}\n")
            );
        }

        return text.Append("default -> a\n").ToString();
    }
}
