using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Fixing;

/// <summary>Applies the fixes that findings offer. A fix may show the next mistake, so it goes on until
/// none is left.</summary>
public static class PolicyFixer
{
    private const int Rounds = 20;

    /// <summary>Fixes a policy file. Never throws on any bytes.</summary>
    /// <param name="bytes">The file: UTF-8, with or without a byte-order mark.</param>
    /// <param name="path">Its path, for the findings.</param>
    /// <param name="target">The target that it is bound against.</param>
    /// <param name="includeUnsafe">Also applies fixes that may change what was meant.</param>
    public static FixResult Fix(ReadOnlySpan<byte> bytes, string path, TargetProfile target, bool includeUnsafe) =>
        Fix(bytes.ToArray(), path, includeUnsafe, content => PolicyReader.Check(content, path, target));

    /// <summary>Fixes a file that is checked in a way of its own, such as a test file. Never throws on
    /// any bytes.</summary>
    /// <param name="bytes">The file: UTF-8, with or without a byte-order mark.</param>
    /// <param name="path">Its path, for the findings.</param>
    /// <param name="includeUnsafe">Also applies fixes that may change what was meant.</param>
    /// <param name="check">Finds what there is to fix in the file's bytes.</param>
    public static FixResult Fix(byte[] bytes, string path, bool includeUnsafe, Func<byte[], PolicyCheck> check)
    {
        var source = SourceTexts.Of(bytes, path, new DiagnosticBag(path));
        return source is null
            ? new FixResult(null, 0, check(bytes))
            : Fix(source.Content, path, includeUnsafe, text => check(Encoding.UTF8.GetBytes(text)));
    }

    private static FixResult Fix(string text, string path, bool includeUnsafe, Func<string, PolicyCheck> find)
    {
        var applied = 0;
        var check = find(text);
        for (var round = 0; round < Rounds; round++)
        {
            var (next, count) = ApplyOnce(new SourceText(text, path), check, includeUnsafe);
            if (count == 0)
                break;

            (text, applied) = (next, applied + count);
            check = find(text);
        }

        return new FixResult(text, applied, check);
    }

    /// <summary>The first wanted fix of each finding, where no two touch each other; from the end, so
    /// that offsets stay.</summary>
    private static (string Text, int Count) ApplyOnce(SourceText source, PolicyCheck check, bool includeUnsafe)
    {
        var text = source.Content;
        var (count, limit) = (0, text.Length + 1);
        var fixes = check
            .Diagnostics.Select(diagnostic => diagnostic.Fixes.FirstOrDefault(fix => fix.Safe || includeUnsafe))
            .OfType<Fix>()
            .Select(fix =>
                fix.Edits.Select(edit =>
                        (
                            Start: source.Offset(edit.Range.StartLine, edit.Range.StartColumn),
                            End: source.Offset(edit.Range.EndLine, edit.Range.EndColumn),
                            edit.NewText
                        )
                    )
                    .OrderByDescending(edit => edit.Start)
                    .ToList()
            )
            .Where(edits => edits.Count > 0)
            .OrderByDescending(edits => edits[0].End)
            .ThenByDescending(edits => edits[^1].Start);
        foreach (var edits in fixes.Where(edits => edits[0].End < limit))
        {
            foreach (var (start, end, newText) in edits)
                text = string.Concat(text.AsSpan(0, start), newText, text.AsSpan(end));

            limit = edits[^1].Start;
            count++;
        }

        return (text, count);
    }
}

/// <summary>What fixing a text gave.</summary>
/// <param name="Text">The text with its fixes; null when it could not be read.</param>
/// <param name="Applied">How many fixes were applied.</param>
/// <param name="Check">What is left to report.</param>
public sealed record FixResult(string? Text, int Applied, PolicyCheck Check);
