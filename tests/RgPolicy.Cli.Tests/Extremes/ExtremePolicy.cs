namespace RgPolicy.Cli.Tests.Extremes;

/// <summary>Draws policies whose numbers are as large, small or long as the grammar lets them be,
/// wherever a number can stand.</summary>
internal sealed class ExtremePolicy(Random random)
{
    private static readonly string[] Borders =
    [
        "0",
        "1",
        "2147483647",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "922337203685",
        "922337203686",
        "1000000000000000",
        "1000000000000001",
        "999999999999999.999999",
        "0.000001",
        "0.0000001",
        "1000000000000000000",
        "253402300799",
        "79228162514264337593543950335",
        "79228162514264337593543950336",
        "1000000000000000000000000",
        "1000000000000000000000001",
    ];

    private static readonly (string Signal, string[] Units)[] Signals =
    [
        ("plan.working_set", ["B", "KiB", "TiB", "TB"]),
        ("plan.cost", [""]),
        ("plan.rows", [""]),
        ("plan.dop", [""]),
        ("request.elapsed", ["ms", "s", "d"]),
        ("request.cpu", ["ms", "d"]),
        ("host.cpu.pressure", ["%"]),
        ("host.memory.bandwidth", ["B/s", "TiB/s"]),
        ("history.executions", [""]),
        ("host.llc", ["MiB"]),
        ("host.cores", [""]),
    ];

    private static readonly string[] Settings =
    [
        "cache {0}%",
        "cache {0} ways",
        "cache 10%, at least {0} ways",
        "cores {0}%",
        "cores 0..{0}",
        "cpu weight {0}",
        "cpu min {0}%",
        "cpu max {0}%",
        "cpu cap {0}%",
        "memory bandwidth {0}%",
        "memory bandwidth {0} MiB/s",
        "grant {0}%",
        "grant {0} TiB",
        "maxdop {0}",
        "io read {0} MiB/s",
        "io reads {0}/s",
        "tempdb {0} MB",
        "concurrency {0}",
        "queue {0} s",
        "cpu time {0} s",
        "grant wait {0} d",
        "memory min {0}%",
    ];

    /// <summary>One question about one signal.</summary>
    public string Question()
    {
        var (signal, units) = Pick(Signals);
        return random.Next(4) switch
        {
            0 => $"{signal} between {Amount(units)} and {Amount(units)}",
            1 => $"{signal} in ({Amount(units)}, {Amount(units)})",
            _ => $"{signal} {Pick(["<", "<=", ">", ">=", "=", "!="])} {Amount(units)}",
        };
    }

    /// <summary>A whole policy with its tests.</summary>
    public string Text() => string.Join('\n', Statements()) + "\n";

    private IEnumerable<string> Statements()
    {
        var wild = random.Next(3) == 0;
        yield return "language 1";
        yield return "pool p { cache 100%  cpu weight 1000 }";
        yield return wild ? $"pool q {{ {Setting()} }}" : "pool q { cache 10%, at least 2 ways  cpu weight 50 }";
        yield return $"let x = {Digits()} * {Digits()}";
        yield return $"class a -> q when {Question()} {Pick(["and", "or"])} {Question()}";
        yield return $"class b -> p when {Question()}";
        yield return $"class v -> q when dbms.version {Pick(["<", ">="])} {Version()}";
        yield return $"rule r on class a {{ when request.elapsed > {Amount(["ms", "d"])} then {(wild ? "limit " + Setting() : "quarantine fingerprint for 1 h")} }}";
        yield return $"state s when host.cpu.pressure > {Amount(["%"])} for {Duration()} until < {Amount(["%"])}";
        yield return $"in s {{ pool q {{ cpu weight {(wild ? Digits() : "20")} }} }}";
        yield return $"objective a p95 elapsed < {Duration()} {{ yields q }}";
        yield return random.Next(8) == 0
            ? $"cache strategy dynamic by plan.cost, reserve {Digits()}% for streaming"
            : "";
        yield return "default -> p";
        foreach (var test in Tests())
            yield return test;
    }

    private IEnumerable<string> Tests()
    {
        var (signal, units) = Pick(Signals);
        yield return $"test \"t\" {{ given {signal} {Amount(units)} expect class a }}";
        yield return $"test \"u\" {{ at \"2026-01-01T10:00Z\" given request.elapsed {Amount(["s", "d"])} at 1 s {{ expect class a }} at {Duration()} {{ expect class a }} }}";
        yield return $"test \"w\" {{ given plan.rows 1 expect class a, cpu weight {Digits()}, maxdop {Digits()} }}";
    }

    private string Setting() => string.Format(CultureInfo.InvariantCulture, Pick(Settings), Digits());

    private string Duration() => random.Next(3) == 0 ? Amount(["ms", "s", "d"]) : "30 s";

    private string Amount(string[] units)
    {
        var unit = Pick(units);
        var amount = Digits() + (unit is "" or "%" ? unit : " " + unit);
        return random.Next(6) switch
        {
            0 => $"{amount} * {Digits()}",
            1 => $"{amount} / {Digits()}",
            2 => $"-({amount})",
            _ => amount,
        };
    }

    private string Digits() =>
        random.Next(4) switch
        {
            0 => random.Next(1, 10) + new string('0', Pick([0, 1, 3, 9, 14, 15, 20, 24, 27, 28, 29, 40, 58])),
            1 => "0." + new string('0', Pick([0, 2, 4, 5, 6, 12, 26, 27, 28, 40, 55])) + random.Next(1, 10),
            2 => new string('9', random.Next(1, 60)),
            _ => Pick(Borders),
        };

    private string Version() =>
        string.Join(
            '.',
            Enumerable.Range(0, random.Next(1, 17)).Select(_ => Pick(["0", "15", "999999999999999999", "4294967296"]))
        );

    private T Pick<T>(T[] items) => items[random.Next(items.Length)];
}
