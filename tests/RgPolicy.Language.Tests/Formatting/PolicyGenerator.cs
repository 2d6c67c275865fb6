using RgPolicy.Language.Tests.Syntax;

namespace RgPolicy.Language.Tests.Formatting;

/// <summary>Makes policies of every construct, and writes their words with any blanks and comments
/// between them.</summary>
internal sealed class PolicyGenerator(Random random)
{
    private static readonly string[] Separators =
    [
        " ",
        " ",
        "  ",
        "\t",
        "\n",
        "\n",
        "\r\n",
        "\n\n\n",
        " // c\n",
        "\n// own\n",
        "\n\n  //own, allow RG5001: x\r\n",
        " /* in */ ",
        "/**/",
        "\n/* a\n   b */\n",
        " /* two */ /* three */ ",
        "// a\n// b\n",
        " /* a */ // b\n\n",
        "\r",
        "\u00A0",
        "\n\n/* c */ ",
        "// \u2028 separators are text\n",
        "\n//\n",
    ];

    /// <summary>A policy that fits the grammar; its names need not exist.</summary>
    public string Policy()
    {
        var text = new StringBuilder();
        for (var count = random.Next(1, 12); count > 0; count--)
            text.Append(Statement()).Append('\n');

        return text.ToString();
    }

    /// <summary>The same words with other blanks and comments.</summary>
    public string Scatter(string text)
    {
        var tree = SyntaxTreeTests.Parse(text);
        var scattered = new StringBuilder();
        foreach (var token in tree.Tokens)
        {
            scattered.Append(text, token.Start, token.End - token.Start);
            // A comment right behind a slash would begin at the slash.
            scattered.Append(token.Is("/") ? " " : "");
            scattered.Append(random.Next(3) == 0 ? Separators[random.Next(Separators.Length)] : " ");
        }

        return scattered.ToString();
    }

    private string Statement() =>
        random.Next(13) switch
        {
            0 => "language 1",
            1 => $"let {Name()} = {Expression(3)}",
            2 => $"window {Name()} = mon..fri, sun 08:00..18:00 \"Europe/Berlin\"",
            3 or 4 => Pool(),
            5 or 6 => $"class {Name()} -> {Name()} when {Condition(3)}",
            7 => $"default -> {Name()}",
            8 => $"rule {Name()} on class {Name()}, {Name()} during {Name()} {{ when {Condition(1)} then limit "
                + $"{Setting()} when {Condition(1)} "
                + $"then quarantine fingerprint to {Name()} for {Expression(1)} unless {Condition(2)} }}",
            9 =>
                $"state {Name()} when {Condition(1)} for 30 s until < 40% for 60 s in {Name()} {{ {Pool()} {Pool()} }}",
            10 => $"cache strategy dynamic by plan.working_set, reserve 10% for streaming objective {Name()} p99.9 "
                + $"elapsed < 20 ms {{ yields {Name()}, {Name()} }}",
            11 => $"schedule mix over {Name()}, {Name()} schedule {Name()}",
            _ => Test(),
        };

    private string Pool() =>
        $"pool {Name()} {{ {string.Join(' ', Enumerable.Range(0, random.Next(4)).Select(_ => Setting()))} }}";

    private string Setting() =>
        Pick(
            "cache 60%, at least 2 ways, exclusive",
            "cores 4..15, 20",
            "cores like " + Name(),
            "cores socket 1",
            "cores 50%",
            "cpu weight " + Expression(1),
            "memory bandwidth 40%",
            "io read 800 MiB/s",
            "io min reads 5/s",
            "grant wait 5 s",
            "slots " + Expression(1),
            $"slots 3, wait {Expression(1)}"
        );

    private string Condition(int depth) =>
        random.Next(depth > 0 ? 9 : 6) switch
        {
            0 => $"plan.shape {Pick("=", "!=")} {Name()}",
            1 => $"plan.dop not between {Expression(1)} and {Expression(1)}",
            2 => $"session.app not like '{Name()}%'",
            3 => $"statement.tables contains any ('a', \"{Name()}\"\"q\")",
            4 => "during " + Name(),
            5 => $"plan.cost in ({Expression(1)}, {Expression(0)})",
            6 => $"({Condition(depth - 1)})",
            7 => "not " + Condition(0),
            _ => $"{Condition(depth - 1)} {Pick("and", "or")} {Condition(depth - 1)}",
        };

    private string Expression(int depth) =>
        random.Next(depth > 0 ? 8 : 5) switch
        {
            0 => random.Next(100).ToString(CultureInfo.InvariantCulture),
            1 => $"{random.Next(100)} {Pick("MiB", "GB", "ms", "d", "%", "KiB/s")}",
            2 => "host.llc",
            3 => Name(),
            4 => "15.4.1",
            5 => "-" + Expression(0),
            6 => $"({Expression(depth - 1)})",
            _ => $"{Expression(depth - 1)} {Pick("+", "-", "*", "/")} {Expression(depth - 1)}",
        };

    private string Test() =>
        random.Next(2) == 0
            ? TimeLine()
            : $"test '{Name()}' {{ given plan \"q.json\", statement 2, session {{ app 'x' login = 'y' }}, {{ plan.dop "
                + "4, plan.shape scan } "
                + $"at \"2026-11-20T10:00Z\" target generic expect provisional class {Name()}, {Setting()}, line "
                + $"{random.Next(1, 40)} "
                + $"cases {{ (plan.dop, plan.cost) -> (class, rule {Name()}, line) ({Expression(0)}, _) -> "
                + $"({Name()}, no, {random.Next(1, 40)}) }} }}";

    private string TimeLine() =>
        $"test '{Name()}' {{ given plan.dop {Expression(1)}, objective {Name()} late 5% at 0 s {{ expect "
        + $"{Expectation()} }} "
        + $"at {Expression(1)} {{ given {{ host.cpu.pressure 70% }}, request.elapsed 5 min expect {Expectation()}, "
        + $"{Expectation()} expect line {random.Next(1, 40)} }} at '2026-11-20T10:00Z' {{ }} }}";

    private string Expectation() =>
        Pick(
            "rule " + Name(),
            $"rule {Name()} step 2",
            "no rule",
            "no rule " + Name(),
            "state " + Name(),
            "no state",
            "yields " + Name(),
            "no yields",
            "quarantine",
            "no quarantine",
            "mask '0=3;1=ff'",
            "class " + Name(),
            "pool " + Name(),
            Setting()
        );

    private string Name() =>
        Pick(
            "a",
            "reporting",
            "bb",
            "pool",
            "cache",
            "when",
            "line",
            "a_rather_long_name",
            "s",
            "min",
            new string('n', 45)
        );

    private string Pick(params string[] choices) => choices[random.Next(choices.Length)];
}
