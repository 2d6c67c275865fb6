namespace RgPolicy.Testing.Policies.Text;

/// <summary>
/// Draws policies of any number of classes: 2 to 4 questions each over 8 signals, one question in ten
/// is <c>like</c>, and one class in twenty has a fault of which the analyses must tell.
/// </summary>
/// <param name="seed">The same seed draws the same policy.</param>
/// <param name="names">Different logins, applications and databases that the classes name.</param>
internal sealed class LargePolicyGenerator(int seed, int names)
{
    private const double FaultShare = 0.05;
    private const double LikeShare = 0.10;

    private static readonly string[] Kinds =
    [
        "select",
        "insert",
        "update",
        "delete",
        "merge",
        "bulk_load",
        "index_build",
    ];
    private static readonly string[] Shapes = ["oltp", "scan", "aggregation", "join", "sort", "write"];
    private static readonly string[] TextSignals = ["session.login", "session.app", "session.database"];

    private readonly Random _random = new(seed);

    /// <summary>The text of a policy.</summary>
    public string Next(int classes)
    {
        var text = new StringBuilder("language 1\n");
        for (var pool = 0; pool < 8; pool++)
            text.Append(FormattableString.Invariant($"pool p{pool} {{ cpu weight {100 * (pool + 1)} }}\n"));

        var conditions = new List<string>();
        for (var index = 0; index < classes; index++)
        {
            conditions.Add(conditions.Count > 2 && _random.NextDouble() < FaultShare ? Fault(conditions) : Condition());
            text.Append(FormattableString.Invariant($"class c{index} -> p{_random.Next(8)} when {conditions[^1]}\n"));
        }

        return text.Append("default -> p0\n").ToString();
    }

    private string Condition() =>
        string.Join(" and ", Enumerable.Range(0, 8).OrderBy(_ => _random.Next()).Take(_random.Next(2, 5)).Select(Atom));

    private string Atom(int signal)
    {
        if (_random.NextDouble() < LikeShare)
            return FormattableString.Invariant($"{TextSignals[signal % 3]} like 'n{_random.Next(names)}%'");

        return signal switch
        {
            0 or 1 or 2 => Name(TextSignals[signal]),
            3 => $"statement.kind {Words(Kinds)}",
            4 => $"plan.shape {Words(Shapes)}",
            5 => FormattableString.Invariant($"plan.working_set {Range(4_096, "MiB")}"),
            6 => FormattableString.Invariant($"plan.rows {Range(1_000_000, "")}"),
            _ => FormattableString.Invariant($"request.elapsed {Range(36_000, "s")}"),
        };
    }

    private string Name(string signal) =>
        _random.Next(4) == 0
            ? FormattableString.Invariant($"{signal} in ('n{_random.Next(names)}', 'n{_random.Next(names)}')")
            : FormattableString.Invariant($"{signal} = 'n{_random.Next(names)}'");

    private string Words(string[] words) =>
        _random.Next(3) == 0
            ? $"in ({string.Join(", ", words.OrderBy(_ => _random.Next()).Take(2))})"
            : $"= {words[_random.Next(words.Length)]}";

    private string Range(int most, string unit)
    {
        var low = _random.Next(most);
        return _random.Next(3) switch
        {
            0 => FormattableString.Invariant($"> {low} {unit}"),
            1 => FormattableString.Invariant($"< {low + 1} {unit}"),
            _ => FormattableString.Invariant($"between {low} {unit} and {low + _random.Next(most / 4)} {unit}"),
        };
    }

    /// <summary>Never true, shadowed by one class, shadowed by two together, or longer than it need be.</summary>
    private string Fault(List<string> above)
    {
        var earlier = above[_random.Next(above.Count)];
        return _random.Next(4) switch
        {
            0 => $"{Condition()} and plan.rows < 10 and plan.rows > 20",
            1 => $"{earlier} and plan.cost > 5",
            2 => $"({earlier}) and plan.rows between 5 and 6 or ({above[^1]}) and plan.rows > 7",
            _ => $"{Condition()} and request.elapsed > 5 s and request.elapsed > 3 s",
        };
    }
}
