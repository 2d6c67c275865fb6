using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

/// <summary>Draws policies that a SQL Server can carry out, with names and texts that try to get out of
/// their quotes.</summary>
internal sealed class GovernorPolicies(int seed)
{
    private static readonly string[] PoolNames =
    [
        "critical",
        "reporting",
        "Reporting",
        "Ärzte",
        "select",
        "default_pool",
        "p" + new string('x', 140),
        "nightly",
        "_",
    ];

    /// <summary>Texts that sessions may have and classes ask for.</summary>
    public static readonly string[] Texts =
    [
        "SSRS",
        "ssrs",
        "SSRS ",
        " SSRS",
        "",
        "a'b",
        "'; DROP TABLE x; --",
        "a]b",
        "[a]",
        "[^x]",
        "100%",
        "a_b",
        "back\\slash",
        "N'x'",
        "|",
        "a|b|",
        "Report Server",
        "etl-1",
        "EtL-2",
        "line\tbreak",
        "*/ --",
        "\"quoted\"",
        "@app",
        "NULL",
        "default",
        "sa",
        "bi",
        "Müller",
        "MÜLLER",
        "Straße",
        "STRASSE",
        "日本語",
        "Łukasz",
        "Ελένη",
        "Мария",
    ];

    private static readonly string[] Patterns =
    [
        "SSRS%",
        "%",
        "a_b",
        "%'%",
        "[a]%",
        "[^x]",
        "%]%",
        "etl-%",
        "100%%",
        "back\\%",
        "%|",
        "_",
        "%\\",
        "%^%",
        "a%b",
        "a0_b",
        "1000%",
        "0%%",
        "Mü%",
        "%本_",
        "_ария",
        "%ß%",
    ];

    private readonly Random _random = new(unchecked(seed + DrawnCount.Seed));

    /// <summary>The profile that they are bound for.</summary>
    public static TargetProfile Profile(int major) =>
        TargetProfile.Generic with
        {
            Name = "drawn",
            DbmsKind = "sqlserver",
            DbmsVersion = [major, 0, 1000],
            OperatingSystem = "linux",
            Cores = 8,
            LlcWays = 0,
            ClassesOfService = 0,
            HasMemoryBandwidthAllocation = false,
        };

    /// <summary>The facts of such a server.</summary>
    public static SqlServerFacts Facts(int major) =>
        new([major, 0, 1000], "Enterprise Edition", true)
        {
            Schedulers = [0, 1, 2, 3, 4, 5, 6, 7],
            HasBoundedTempdb = true,
        };

    /// <summary>The next one, compiled.</summary>
    public PolicyProgram Next(int major) => Next(Profile(major));

    /// <summary>The next one that has no errors, compiled: drawn classes may be unreachable, or
    /// contradict themselves.</summary>
    public PolicyProgram Next(TargetProfile profile)
    {
        while (true)
        {
            if (PolicyReader.Check(NextText(), "drawn.rgp", profile).Policy is { } policy)
                return PolicyProgram.Compile(policy, profile);
        }
    }

    private string NextText()
    {
        var pools = PoolNames.OrderBy(_ => _random.Next()).Take(_random.Next(1, 6)).ToList();
        var text = new StringBuilder(
            "language 1\nwindow work = mon..fri 08:00..18:00 \"Europe/Berlin\"\nwindow night = sat, sun 22:30..06:15 "
                + "\"America/New_York\"\n"
        );
        foreach (var pool in pools)
            text.Append(CultureInfo.InvariantCulture, $"pool {pool} {{\n{Settings()}}}\n");
        var classes = _random.Next(0, 7);
        for (var number = 0; number < classes; number++)
            text.Append(CultureInfo.InvariantCulture, $"class c{number} -> {Pick(pools)} when {Condition(3)}\n");
        return text.Append(CultureInfo.InvariantCulture, $"default -> {Pick(pools)}\n").ToString();
    }

    private string Settings()
    {
        var text = new StringBuilder();
        Maybe(text, () => $"cpu min {_random.Next(0, 20)}%");
        Maybe(text, () => $"cpu max {_random.Next(20, 101)}%");
        Maybe(text, () => $"cpu cap {_random.Next(15, 101)}%");
        Maybe(text, () => $"memory min {_random.Next(0, 20)}%");
        Maybe(text, () => $"memory max {_random.Next(20, 101)}%");
        Maybe(text, () => $"io reads {_random.Next(1, 100_000)}/s");
        Maybe(text, () => $"io min reads {_random.Next(1, 100_000)}/s");
        Maybe(text, () => $"cores {Pick(["all", "50%", "0..3", "2, 5", "13%"])}");
        Maybe(text, () => $"cpu weight {_random.Next(1, 1000)}");
        Maybe(text, () => $"grant {Pick(["1%", "12.5%", "33%", "100%", "64 MiB"])}");
        Maybe(text, () => $"grant wait {_random.Next(0, 4000)} s");
        Maybe(text, () => $"cpu time {_random.Next(0, 90_000)} ms");
        Maybe(text, () => $"maxdop {_random.Next(0, 65)}");
        Maybe(text, () => $"concurrency {_random.Next(1, 500)}");
        Maybe(text, () => $"tempdb {Pick(["20 GiB", "1 MiB", "12.5%", "100%"])}");
        return text.ToString();
    }

    private void Maybe(StringBuilder text, Func<string> setting)
    {
        if (_random.Next(3) == 0)
            text.Append("  ").Append(setting()).Append('\n');
    }

    private string Condition(int depth) =>
        depth == 0
            ? Atom()
            : _random.Next(6) switch
            {
                0 => $"({Condition(depth - 1)} and {Condition(depth - 1)})",
                1 => $"({Condition(depth - 1)} or {Condition(depth - 1)})",
                2 => $"not ({Condition(depth - 1)})",
                _ => Atom(),
            };

    private string Atom()
    {
        var signal = Pick(["session.login", "session.app", "session.host", "session.database"]);
        var exactly = _random.Next(4) == 0 ? "exactly " : "";
        return _random.Next(9) switch
        {
            0 => $"{signal} != {exactly}{Quoted(Pick(Texts))}",
            1 =>
                $"{signal} {(_random.Next(2) == 0 ? "not " : "")}in ({exactly}{Quoted(Pick(Texts))}, {Quoted(Pick(Texts))})",
            2 =>
                $"{signal} {(_random.Next(2) == 0 ? "not " : "")}like {exactly}{Quoted(Pick(Patterns))}{(_random.Next(2) == 0 ? " escape '0'" : "")}",
            3 => $"{signal} like {Quoted(Pick(Patterns))}",
            4 => "during " + Pick(["work", "night"]),
            5 => Pick(["plan.shape = scan", "plan.cost > 100", "request.elapsed > 5 min", "statement.kind = select"]),
            _ => $"{signal} = {exactly}{Quoted(Pick(Texts))}",
        };
    }

    private static string Quoted(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";

    private string Pick(IReadOnlyList<string> from) => from[_random.Next(from.Count)];
}
