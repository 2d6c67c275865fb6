using System.Collections.Frozen;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Settings by other names: <c>cpu_weight</c>, <c>weight</c>, <c>max dop</c>, <c>cpu 5</c>.</summary>
internal sealed class SettingRule : ICorrectionRule
{
    private static readonly FrozenDictionary<string, string> Meant = new Dictionary<string, string>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["weight"] = "cpu weight",
        ["priority"] = "cpu weight",
        ["shares"] = "cpu weight",
        ["share"] = "cpu weight",
        ["cpu shares"] = "cpu weight",
        ["cpu priority"] = "cpu weight",
        ["cpu wait"] = "cpu weight",
        ["cpuweight"] = "cpu weight",
        ["cpu share"] = "cpu weight",
        ["cpu weigth"] = "cpu weight",
        ["max dop"] = "maxdop",
        ["dop"] = "maxdop",
        ["parallelism"] = "maxdop",
        ["workers"] = "maxdop",
        ["max parallelism"] = "maxdop",
        ["maxdop"] = "maxdop",
        ["cpu limit"] = "cpu cap",
        ["cpu quota"] = "cpu cap",
        ["cap"] = "cpu cap",
        ["cpu minimum"] = "cpu min",
        ["cpu maximum"] = "cpu max",
        ["bandwidth"] = "memory bandwidth",
        ["mem bandwidth"] = "memory bandwidth",
        ["membw"] = "memory bandwidth",
        ["mem"] = "memory max",
        ["mba"] = "memory bandwidth",
        ["mb"] = "memory bandwidth",
        ["l3 cache"] = "cache",
        ["cat"] = "cache",
        ["llc"] = "cache",
        ["l3"] = "cache",
        ["ways"] = "cache",
        ["cpus"] = "cores",
        ["cpu cores"] = "cores",
        ["core"] = "cores",
        ["cpu set"] = "cores",
        ["cpuset"] = "cores",
        ["max requests"] = "concurrency",
        ["connections"] = "concurrency",
        ["sessions"] = "concurrency",
        ["max concurrency"] = "concurrency",
        ["work_mem"] = "grant",
        ["memory grant"] = "grant",
        ["mem grant"] = "grant",
        ["grant timeout"] = "grant wait",
        ["iops"] = "io reads",
        ["read"] = "io read",
        ["write"] = "io write",
        ["reads"] = "io reads",
        ["io iops"] = "io reads",
        ["temp"] = "tempdb",
        ["tempdb max"] = "tempdb",
        ["min_cpu_percent"] = "cpu min",
        ["max_cpu_percent"] = "cpu max",
        ["cap_cpu_percent"] = "cpu cap",
        ["min_memory_percent"] = "memory min",
        ["max_memory_percent"] = "memory max",
        ["min_iops_per_volume"] = "io min reads",
        ["max_iops_per_volume"] = "io reads",
        ["group_max_requests"] = "concurrency",
        ["importance"] = "cpu weight",
        ["request_max_memory_grant_percent"] = "grant",
        ["request_memory_grant_timeout_sec"] = "grant wait",
        ["request_max_cpu_time_sec"] = "cpu time",
        ["group_max_tempdb_data_mb"] = "tempdb",
        ["group_max_tempdb_data_percent"] = "tempdb",
        ["affinity"] = "cores",
        ["numa"] = "cores numa",
        ["socket"] = "cores socket",
        ["numa node"] = "cores numa",
        ["min memory"] = "memory min",
        ["max memory"] = "memory max",
        ["min cpu"] = "cpu min",
        ["max cpu"] = "cpu max",
        ["cpu timeout"] = "cpu time",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    private static readonly string[] Full =
    [
        "cpu weight",
        "cpu min",
        "cpu max",
        "cpu cap",
        "cpu time",
        "memory bandwidth",
        "memory min",
        "memory max",
        "grant wait",
        "io read",
        "io write",
        "io reads",
    ];

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        !IsStart(tokens, index)
            ? null
            : OfFamily(tokens, index)
                ?? Named(tokens, index, 2)
                ?? Named(tokens, index, 1)
                ?? Unfinished(tokens, index);

    // `cpu min 10% max 50%`: the family stands before the setting above.
    private static (Correction Correction, int Next)? OfFamily(RawTokens tokens, int index)
    {
        var family = tokens.Is(index - 1, "%") ? index - 4 : index - 3;
        var isOf =
            tokens.Text(index) is "min" or "max" or "cap"
            && tokens.IsNumber(index + 1)
            && tokens.Text(family) is "cpu" or "memory"
            && Full.Contains($"{tokens.Text(family)} {tokens.Text(index)}", StringComparer.Ordinal);
        return isOf
            ? Instead(tokens, index, index + 1, $"{tokens.Text(family)} {tokens.Text(index)}", tokens.Text(index))
            : null;
    }

    // Where a setting begins: behind a brace, a value, `limit` or `require`.
    private static bool IsStart(RawTokens tokens, int index)
    {
        var isBlock =
            tokens.Type(0) is RgPolicyLexer.POOL or RgPolicyLexer.IN
            && Enumerable.Range(0, Math.Min(index, 6)).Any(place => tokens.Is(place, "{") || tokens.Is(place, "("));
        var isBehindValue =
            tokens.Type(index - 1)
                is RgPolicyLexer.LEFT_BRACE
                    or RgPolicyLexer.PERCENT
                    or RgPolicyLexer.INTEGER
                    or RgPolicyLexer.DECIMAL
                    or RgPolicyLexer.ALL
                    or RgPolicyLexer.EXCLUSIVE
                    or RgPolicyLexer.REQUIRE
                    or RgPolicyLexer.COMMA
                    or RgPolicyLexer.LEFT_PAREN
            || tokens.IsUnit(index - 1);
        return tokens.IsWord(index) && (isBlock && isBehindValue || tokens.Is(index - 1, "limit"));
    }

    private static (Correction Correction, int Next)? Named(RawTokens tokens, int index, int count)
    {
        var end = index + count;
        var isWhole = count == 1 || tokens.IsWord(index + 1);
        var isValue = tokens.IsNumber(end) || tokens.Text(end) is "=" or ":" or "all";
        var words = string.Join(' ', Enumerable.Range(index, count).Select(tokens.Text));
        var plain = words.Replace('_', ' ').Replace('-', ' ');
        var meant =
            !isWhole || !isValue || Full.Contains(words, StringComparer.Ordinal)
                ? null
                : Meant.GetValueOrDefault(words)
                    ?? Full.FirstOrDefault(name => string.Equals(name, plain, StringComparison.OrdinalIgnoreCase));
        return meant is null || meant == words || Numbers.Units.IsUnit(words) ? null
            : Unit(words) is { } unit && tokens.IsNumber(tokens.Is(end, "=") ? end + 1 : end)
                ? WithUnit(tokens, index, end, meant, words, unit)
            : Instead(tokens, index, end, meant, words);
    }

    // `max_cpu_percent = 30`: the name says the unit.
    private static string? Unit(string name)
    {
        if (name.EndsWith("_percent", StringComparison.OrdinalIgnoreCase))
        {
            return "%";
        }

        if (name.EndsWith("_sec", StringComparison.OrdinalIgnoreCase))
        {
            return " s";
        }

        if (name.EndsWith("_mb", StringComparison.OrdinalIgnoreCase))
        {
            return " MiB";
        }

        if (name.EndsWith("_per_volume", StringComparison.OrdinalIgnoreCase))
        {
            return "/s";
        }

        return null;
    }

    private static (Correction Correction, int Next)? WithUnit(
        RawTokens tokens,
        int index,
        int end,
        string meant,
        string found,
        string unit
    )
    {
        var number = tokens.Is(end, "=") ? end + 1 : end;
        var next = tokens.ConstantEnd(number);
        var written = $"{meant} {tokens.Text(number)}{unit}";
        var (start, last) = (tokens.Start(index), tokens.End(number));
        return next > number + 1
            ? Instead(tokens, index, end, meant, found)
            : (
                new Correction(
                    "RG1001",
                    start,
                    last,
                    $"There is no setting `{found}`: write `{written}`.",
                    [new Replacement(start, last, written)]
                )
                {
                    Fix = $"Write `{written}`",
                    IsSafe = false,
                },
                next
            );
    }

    /// <summary><c>cpu 5</c>, <c>cpu 50%</c>, <c>memory 20%</c>, <c>io 800 MiB/s</c></summary>
    private static (Correction Correction, int Next)? Unfinished(RawTokens tokens, int index)
    {
        if (!tokens.IsNumber(index + 1) || tokens.Text(index) is not ("cpu" or "memory" or "io"))
        {
            return null;
        }

        var isShare = tokens.Is(index + 2, "%");
        var meant = tokens.Text(index) switch
        {
            "cpu" => isShare ? "cpu cap" : "cpu weight",
            "memory" => isShare ? "memory max" : "grant",
            _ => "io read",
        };
        return Instead(tokens, index, index + 1, meant, tokens.Text(index));
    }

    // `cpuset 0-3`: the list of another system is one mistake with its name.
    private static IEnumerable<Replacement> Ranges(RawTokens tokens, int first)
    {
        for (var place = first; tokens.IsNumber(place) || tokens.Text(place) is "," or "-"; place++)
        {
            if (tokens.Is(place, "-") && tokens.IsNumber(place - 1) && tokens.IsNumber(place + 1))
            {
                yield return new Replacement(tokens.Start(place), tokens.End(place), "..");
            }
        }
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        string found
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        var isMarked = tokens.Text(next) is "=" or ":" && (tokens.IsNumber(next + 1) || tokens.Is(next + 1, "all"));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"There is no setting `{found}`: write `{meant}`.",
                [
                    new Replacement(start, isMarked ? tokens.End(next) : end, isMarked ? meant + " " : meant),
                    .. meant == "cores" ? Ranges(tokens, isMarked ? next + 1 : next) : [],
                ]
            )
            {
                Fix = $"Write `{meant}`",
                IsSafe = false,
            },
            next
        );
    }
}
