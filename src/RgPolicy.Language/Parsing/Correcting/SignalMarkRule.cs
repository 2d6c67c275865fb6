using System.Collections.Frozen;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// A signal whose parts are joined by another mark than a dot, or one word where a signal has two: <c>plan,rows</c>,
/// <c>plan_rows</c>, <c>rownum &lt; 5</c>.
/// </summary>
internal sealed class SignalMarkRule : ICorrectionRule
{
    private const int MostMarks = 2;

    private static readonly FrozenSet<string> Phases = SignalCatalog
        .All.Select(signal => signal.Name[..signal.Name.IndexOf('.', StringComparison.Ordinal)])
        .ToFrozenSet(StringComparer.Ordinal);

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        !tokens.BeginsCondition(index) || !tokens.IsWord(index)
            ? null
            : Joined(tokens, index) ?? Unfinished(tokens, index) ?? OneWord(tokens, index);

    // `plan`, `plan.`
    private static (Correction Correction, int Next)? Unfinished(RawTokens tokens, int index)
    {
        var end = tokens.Is(index + 1, ".") && !tokens.IsWord(index + 2) ? index + 2 : index + 1;
        var isAlone =
            Phases.Contains(tokens.Text(index))
            && !tokens.IsSignal(index)
            && (tokens.EndsCondition(end) || tokens.IsFirstOnLine(end));
        var (start, last) = (tokens.Start(index), isAlone ? tokens.End(end - 1) : 0);
        return isAlone
            ? (
                new Correction(
                    "RG1001",
                    start,
                    last,
                    $"`{tokens.Text(index)}` alone is not a signal: write such as `{SignalCatalog.All.First(signal =>
                signal.Name.StartsWith(tokens.Text(index) + ".", StringComparison.Ordinal)).Name}`.",
                    [new Replacement(start, last, CallRule.Neutral(tokens))]
                ),
                end
            )
            : null;
    }

    private static (Correction Correction, int Next)? Joined(RawTokens tokens, int index)
    {
        var name = index + 1;
        while (
            Phases.Contains(tokens.Text(index))
            && name <= index + MostMarks
            && tokens.Text(name) is "," or ":" or "/" or "-" or "->" or ";" or ".." or "." or ">" or "\\"
        )
        {
            name++;
        }

        var signal = $"{tokens.Text(index)}.{tokens.Text(name)}";
        var isPlain = name == index + 2 && tokens.Is(index + 1, ".");
        return !isPlain && tokens.IsWord(name) && SignalCatalog.Find(signal) is not null
            ? Instead(tokens, index, name + 1, signal)
            : null;
    }

    // `plan_rows > 5`
    private static (Correction Correction, int Next)? OneWord(RawTokens tokens, int index)
    {
        var name = tokens.Text(index);
        var mark = name.IndexOf('_', StringComparison.Ordinal);
        var signal = mark > 0 ? $"{name[..mark]}.{name[(mark + 1)..]}" : name;
        return !tokens.IsSignal(index) && SignalCatalog.Find(signal) is not null
            ? Instead(tokens, index, index + 1, signal)
            : null;
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, int next, string signal)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"A signal's parts are joined by a dot: write `{signal}` instead of `{tokens.Slice(index, next)}`.",
                [new Replacement(start, end, signal)]
            )
            {
                Fix = $"Write `{signal}`",
            },
            next
        );
    }
}
