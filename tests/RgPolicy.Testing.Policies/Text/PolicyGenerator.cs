namespace RgPolicy.Testing.Policies.Text;

/// <summary>
/// Draws small policies whose classes overlap, shadow and repeat each other often: few signals, few
/// constants, near each other.
/// </summary>
internal sealed class PolicyGenerator(int seed)
{
    private const int MostPoints = 6_000;

    private static readonly PlainWindow[] WindowChoices =
    [
        new("berlin_day", 0, 4, 480, 1080, "Europe/Berlin"),
        new("berlin_night", 0, 6, 1080, 480, "Europe/Berlin"),
        new("new_york", 0, 4, 540, 1020, "America/New_York"),
        new("sunday_gap", 6, 6, 120, 180, "Europe/Berlin"),
        new("utc_all", 0, 6, 0, 0, "UTC"),
        new("kolkata", 2, 5, 1380, 330, "Asia/Kolkata"),
    ];

    private static readonly string[] Texts = ["a", "A", "b", "7"];
    private static readonly string[] Patterns =
    [
        "a%",
        "%b%",
        "_",
        "%",
        "ab%",
        "%a",
        "a_",
        "%a%b%",
        "_%",
        "__",
        "A%b",
        "b",
    ];
    private static readonly string[] Versions = ["1", "1.2", "1.2.0", "2"];

    private readonly Random _random = new(seed);

    public PlainPolicy Next()
    {
        var signals = PickSignals();
        var windows = signals.Contains(PlainSignal.Time)
            ? WindowChoices.OrderBy(_ => _random.Next()).Take(_random.Next(1, 4)).ToList()
            : [];
        var pools = _random.Next(1, 4);
        var classes = new List<PlainClass>();
        var count = _random.Next(1, 7);
        for (var index = 0; index < count; index++)
        {
            var condition =
                classes.Count > 0 && _random.Next(8) == 0
                    ? Vary(classes[_random.Next(classes.Count)].Condition, signals, windows)
                    : Condition(signals, windows, _random.Next(1, 5), depth: 0);
            classes.Add(new PlainClass(FormattableString.Invariant($"c{index}"), _random.Next(pools), condition));
        }

        return new PlainPolicy(pools, windows, classes, _random.Next(pools));
    }

    private List<PlainSignal> PickSignals()
    {
        var picked = new List<PlainSignal>();
        var points = 1;
        foreach (var signal in PlainSignal.All.OrderBy(_ => _random.Next()).Take(_random.Next(1, 5)))
        {
            points *= signal.Kind switch
            {
                ValueKind.Text => 6 * 4,
                ValueKind.Set => 17,
                ValueKind.Time => 8,
                ValueKind.Whole or ValueKind.Number => 12,
                ValueKind.Version => 7,
                _ => 5,
            };
            if (points <= MostPoints)
                picked.Add(signal);
        }

        return picked;
    }

    private PlainAll Vary(PlainCondition condition, List<PlainSignal> signals, List<PlainWindow> windows) =>
        new PlainAll(_random.Next(3) > 0, [condition, Condition(signals, windows, 1, depth: 1)]);

    private PlainCondition Condition(List<PlainSignal> signals, List<PlainWindow> windows, int atoms, int depth)
    {
        if (atoms == 1)
        {
            var atom = Atom(signals[_random.Next(signals.Count)], windows);
            return _random.Next(5) == 0 ? new PlainNot(atom) : atom;
        }

        var operands = new List<PlainCondition>();
        for (var left = atoms; left > 0; )
        {
            var size = depth > 1 ? 1 : Math.Min(left, _random.Next(1, 3));
            operands.Add(
                size == atoms ? Condition(signals, windows, 1, depth + 1) : Condition(signals, windows, size, depth + 1)
            );
            left -= size;
        }

        PlainCondition all = operands.Count == 1 ? operands[0] : new PlainAll(_random.Next(3) > 0, operands);
        return _random.Next(8) == 0 ? new PlainNot(all) : all;
    }

    private PlainAtom Atom(PlainSignal signal, List<PlainWindow> windows)
    {
        if (signal.Kind == ValueKind.Time)
            return new PlainAtom(signal, AtomKind.During, [], windows[_random.Next(windows.Count)]);

        if (_random.Next(10) == 0)
            return new PlainAtom(signal, AtomKind.Known, []);

        return signal.Kind switch
        {
            ValueKind.Text when _random.Next(3) == 0 => new PlainAtom(
                signal,
                AtomKind.Like,
                [PlainConstant.OfText(Patterns[_random.Next(Patterns.Length)], _random.Next(4) == 0)]
            ),
            ValueKind.Set => new PlainAtom(signal, AtomKind.Contains, Constants(signal, _random.Next(1, 4))),
            ValueKind.Bool => new PlainAtom(signal, AtomKind.Flag, []),
            ValueKind.Text or ValueKind.Word => Discrete(signal),
            _ => Ordered(signal),
        };
    }

    private PlainAtom Discrete(PlainSignal signal) =>
        _random.Next(3) switch
        {
            0 => new PlainAtom(signal, AtomKind.Equal, Constants(signal, 1)),
            1 => new PlainAtom(signal, AtomKind.NotEqual, Constants(signal, 1)),
            _ => new PlainAtom(signal, AtomKind.In, Constants(signal, _random.Next(1, 4))),
        };

    private PlainAtom Ordered(PlainSignal signal) =>
        _random.Next(9) switch
        {
            0 => new PlainAtom(signal, AtomKind.In, Constants(signal, _random.Next(1, 4))),
            1 or 2 => new PlainAtom(signal, AtomKind.Between, Constants(signal, 2)),
            var other => new PlainAtom(signal, AtomKind.Equal + (other - 3), Constants(signal, 1)),
        };

    private List<PlainConstant> Constants(PlainSignal signal, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => Constant(signal))];

    private PlainConstant Constant(PlainSignal signal) =>
        signal.Kind switch
        {
            ValueKind.Text or ValueKind.Set => PlainConstant.OfText(
                Texts[_random.Next(Texts.Length)],
                _random.Next(3) == 0
            ),
            ValueKind.Word => PlainConstant.OfText(signal.Words[_random.Next(signal.Words.Length)], false),
            ValueKind.Version => PlainConstant.OfText(Versions[_random.Next(Versions.Length)], false),
            _ => _random.Next(5) == 0
                ? PlainConstant.OfNumber(_random.Next(1, 8), _random.Next(2, 4))
                : PlainConstant.OfNumber(_random.Next(0, 4), 1),
        };
}
