using System.Collections.Immutable;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// A setting that there is not, under a name of another system: <c>memory.high 1G</c>, <c>cpu:
/// 500m</c>, <c>name: slow</c>. The message says what comes nearest; the setting is left out to read on, for its value
/// is of the other system too.
/// </summary>
internal sealed class UnknownSettingRule : ICorrectionRule
{
    private const int MostInside = 12;
    private const string All =
        "`cache`, `cores`, `cpu weight`, `cpu cap`, `memory max`, `grant`, `maxdop`, `io read`, `tempdb`, "
        + "`concurrency` and `queue`";
    private const string Limit =
        "a limit of time is a rule, such as `rule NAME on class NAME { when request.elapsed > 10 min then cancel }`";

    // Parts of names of other systems, the surest first, and what to write.
    private static readonly ImmutableArray<(string Part, string Advice)> Meant =
    [
        ("description", ""),
        ("comment", ""),
        ("label", ""),
        ("owner", ""),
        ("metadata", ""),
        ("enabled", ""),
        ("name", ""),
        ("type", ""),
        ("kind", ""),
        ("id", ""),
        ("timeout", Limit),
        ("max_est_exec", Limit),
        ("duration", Limit),
        ("exec_time", Limit),
        ("elapsed", Limit),
        ("runtime", Limit),
        ("cpuset", "write `cores 0..3`"),
        ("affinity", "write `cores 0..3`"),
        ("cpu_list", "write `cores 0..3`"),
        ("worker", "write `maxdop 3` for two workers: the process that leads them counts too"),
        ("parallel", "write `maxdop 4`"),
        ("dop", "write `maxdop 4`"),
        ("degree", "write `maxdop 4`"),
        ("thread", "write `maxdop 4`"),
        ("queue", "write `queue 2 min`"),
        ("requests.memory", "write `memory min N%`"),
        ("requests.cpu", "write `cpu min N%` or `cpu weight N`"),
        ("limits.cpu", "write `cpu cap N%`"),
        ("work_mem", "write `grant` with a size, such as `grant 64 MiB`"),
        ("temp", "write `tempdb` with a size"),
        ("membw", "write `memory bandwidth N%`"),
        ("bandwidth", "write `memory bandwidth N%`"),
        ("memory", "write `memory max N%` for the pool, or `grant` with a size for each query"),
        ("mem", "write `memory max N%` for the pool, or `grant` with a size for each query"),
        ("iops", "write `io reads 500/s`"),
        ("wbps", "write `io write 100 MB/s`"),
        ("blkio", "write `io read 100 MB/s`"),
        ("io", "write `io read 100 MB/s`"),
        ("disk", "write `io read 100 MB/s`"),
        ("cpu.weight", "write `cpu weight N`"),
        ("cpu.shares", "write `cpu weight N`"),
        ("cpu", "write `cpu cap N%` for a limit, or `cpu weight N` for a share"),
        ("utilization", "write `cpu cap N%`"),
        ("mgmt_p", "write `cpu weight N`"),
        ("priorit", "write `cpu weight N`"),
        ("importance", "write `cpu weight N`"),
        ("nice", "write `cpu weight N`"),
        ("share", "write `cpu weight N`"),
        ("weight", "write `cpu weight N`"),
        ("concurren", "write `concurrency N`"),
        ("session", "write `concurrency N`"),
        ("connection", "write `concurrency N`"),
        ("throttle", "write `concurrency N`"),
        ("request", "write `concurrency N`"),
        ("active", "write `concurrency N`"),
        ("parent", "a pool stands alone: write its own settings"),
        ("extends", "a pool stands alone: write its own settings"),
    ];

    private static readonly string[] Names =
    [
        "cache",
        "cores",
        "cpu",
        "memory",
        "grant",
        "maxdop",
        "io",
        "tempdb",
        "concurrency",
        "queue",
        "require",
    ];

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (!IsStart(tokens, index) || NameEnd(tokens, index) is var name && name < 0)
        {
            return null;
        }

        var end = ValueEnd(tokens, name);
        var (start, last) = (tokens.Start(index), tokens.End(name - 1));
        var (found, isBehind) = (tokens.Slice(index, name), end > name);
        if (!isBehind || found.Length > 60)
        {
            return null;
        }

        if (NameSuggestion.Find(found, Names) is not null && Array.IndexOf(Names, found) < 0)
        {
            return null; // A slip of the pen is told elsewhere.
        }

        return (
            new Correction(
                "RG1001",
                start,
                last,
                $"There is no setting `{found}`: {Advice(found)}.",
                [new Replacement(start, tokens.End(end - 1), "")]
            ),
            end
        );
    }

    private static string Advice(string found)
    {
        var plain = found.Replace(' ', '.').Replace('-', '_').ToLowerInvariant();
        foreach (var (part, advice) in Meant)
        {
            if (
                plain.StartsWith(part, StringComparison.Ordinal)
                || (part.Length > 2 && plain.Contains(part, StringComparison.Ordinal))
            )
            {
                return advice.Length > 0
                    ? advice
                    : "a pool has its name behind `pool`, and settings alone stand in its braces; leave the line "
                        + "out, or make it a comment (`// ...`)";
            }
        }

        return $"settings are {All}";
    }

    // Behind a brace, on a line of its own, or behind a whole value.
    private static bool IsStart(RawTokens tokens, int index)
    {
        if (
            tokens.Type(0) is not (RgPolicyLexer.POOL or RgPolicyLexer.IN)
            || !tokens.IsWord(index)
            || !tokens.IsInBraces(index)
            || tokens.Text(index) is "pool" or "require"
        )
        {
            return false;
        }

        // Behind a number without a unit the word may be a wrong unit.
        var isBehindNumber =
            tokens.IsNumber(index - 1)
            && !tokens.Touches(index - 1)
            && (
                tokens.IsNumber(index + 1)
                || tokens.IsText(index + 1)
                || tokens.Text(index + 1) is "=" or ":" or "." or "-"
                || tokens.IsWord(index + 1) && !Expectations.IsSettingWord(tokens.Type(index + 1))
            );
        return isBehindNumber
            || tokens.Type(index - 1)
                is RgPolicyLexer.LEFT_BRACE
                    or RgPolicyLexer.PERCENT
                    or RgPolicyLexer.STRING
                    or RgPolicyLexer.ALL
                    or RgPolicyLexer.EXCLUSIVE
            || tokens.IsUnit(index - 1)
            || (tokens.IsFirstOnLine(index) && !Expectations.IsSettingWord(tokens.Type(index - 1)));
    }

    // `cpu` and `cache` begin settings; with a point, a colon or a word behind `cpu` that is none they do not.
    private static int NameEnd(RawTokens tokens, int index)
    {
        var end = index + 1;
        while (tokens.Text(end) is "." or "-" && tokens.Touches(end - 1) && tokens.IsWord(end + 1))
        {
            end += 2;
        }

        var isKnown = Array.IndexOf(Names, tokens.Text(index)) >= 0;
        var isFamily = tokens.Text(index) is "cpu" or "memory" or "io";
        if (end > index + 1 || (!isKnown && !IsPart(tokens, index)))
        {
            return tokens.Is(end, "{") || Numbers.Units.IsUnit(tokens.Text(index)) ? -1 : end;
        }

        var isOther =
            isFamily
            && tokens.IsWord(end)
            && !Expectations.IsSettingWord(tokens.Type(end))
            && !tokens.Is(end, "min")
            && NameSuggestion.Find(
                tokens.Text(end),
                ["weight", "min", "max", "cap", "time", "bandwidth", "read", "write", "reads"]
            )
                is null;
        return isOther ? end + 1
            : isFamily && tokens.Text(end) is ":" or "=" ? end
            : -1;
    }

    // Words behind `cache 10%` and `cores like`.
    private static bool IsPart(RawTokens tokens, int index) =>
        tokens.Text(index)
            is "at"
                or "least"
                or "exclusive"
                or "all"
                or "socket"
                or "numa"
                or "like"
                or "to"
                or "min"
                or "minimum"
            && tokens.Type(index - 1) is not RgPolicyLexer.LEFT_BRACE
        || (
            Expectations.IsSettingWord(tokens.Type(index)) && !tokens.IsFirstOnLine(index) && !tokens.Is(index - 1, "{")
        );

    private static int ValueEnd(RawTokens tokens, int index)
    {
        var end = index;
        while (tokens.Text(end) is ":" or "=" && !tokens.IsText(end))
        {
            end++;
        }

        var first = end;
        while (
            end < tokens.Count
            && end < first + MostInside
            && !tokens.Is(end, "}")
            && !tokens.Is(end, "{")
            && !tokens.IsFirstOnLine(end)
            && (
                end == first
                || (
                    (
                        Array.IndexOf(Names, tokens.Text(end)) < 0
                        || tokens.IsAny(end - 1, "of", "the", "for", "on", "in", "with")
                    ) && !(tokens.Is(end, ",") && tokens.IsText(end + 1))
                )
            )
        )
        {
            end++;
        }

        return end;
    }
}
