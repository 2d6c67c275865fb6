namespace RgPolicy.Engine.Tracking;

/// <summary>How a query stands to the slots of its pool.</summary>
internal sealed class SlotClaim
{
    private static readonly string[] Ordinals =
    [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
    ];

    private static readonly string[] Numbers =
    [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
    ];

    /// <summary>The name of the pool whose slots it claims; empty for none.</summary>
    public string Pool { get; private set; } = "";

    /// <summary>When it began to claim one.</summary>
    public DateTimeOffset Since { get; private set; }

    /// <summary>It has one, until it ends or leaves the pool.</summary>
    public bool IsGiven { get; set; }

    /// <summary>It claims one and has none.</summary>
    public bool Waits => Pool.Length > 0 && !IsGiven;

    /// <summary>It stands at the lowest weight for that; not while it would harm others there.</summary>
    public bool IsHeld { get; set; }

    /// <summary>Its pool's share is its own although it waits: programs outside the server have the processors.</summary>
    public bool IsLetOff { get; set; }

    /// <summary>How many processors it used lately, by two figures of its processor time.</summary>
    public double Processors { get; private set; }

    /// <summary>The number of the pool of the lowest weight in which it waits.</summary>
    public int Place { get; set; }

    /// <summary>How long it has waited, at the last turn.</summary>
    public TimeSpan Waited { get; set; }

    /// <summary>Its place among those of its pool that wait, the oldest first, from 1; and how many these are.</summary>
    public (int Rank, int Of) Turn { get; set; }

    /// <summary>The name of the schedule that chooses; null where the oldest is next.</summary>
    public string? Schedule { get; set; }

    /// <summary>Its processes are to be put where they belong at the end of the turn.</summary>
    public bool IsNews { get; set; }

    private (TimeSpan Cpu, DateTimeOffset At)? _used;

    /// <summary>Takes in what it has used so far.</summary>
    public void Measure(TimeSpan cpu, DateTimeOffset now)
    {
        if (_used is { } before && cpu > before.Cpu && now > before.At)
            Processors = (cpu - before.Cpu) / (now - before.At);

        _used = _used?.Cpu == cpu ? _used : (cpu, now);
    }

    /// <summary>It claims a slot from now on.</summary>
    public void Begin(string pool, DateTimeOffset now)
    {
        Leave();
        (Pool, Since) = (pool, now);
    }

    /// <summary>It claims none.</summary>
    public void Leave()
    {
        if (Pool.Length > 0)
        {
            (Pool, IsGiven, IsHeld, IsLetOff, IsNews, Schedule) = ("", false, false, false, false, null);
            (_used, Processors) = (null, 0);
        }
    }

    /// <summary>Such as <c>waits for a slot since 4 s, third of five</c>.</summary>
    public string Describe()
    {
        var since =
            Waited < TimeSpan.FromMinutes(2)
                ? string.Create(CultureInfo.InvariantCulture, $"{Math.Floor(Waited.TotalSeconds)} s")
                : string.Create(CultureInfo.InvariantCulture, $"{Math.Floor(Waited.TotalMinutes)} min");
        var turn = Schedule is null
            ? $"{Word(Ordinals, Turn.Rank, "th")} of {Word(Numbers, Turn.Of, "")}"
            : $"one of {Word(Numbers, Turn.Of, "")}, {Schedule}";
        var exception = IsLetOff ? "; has the share meanwhile: other programs use the CPUs" : "";
        return $"waits for a slot since {since}, {turn}{exception}";
    }

    private static string Word(string[] words, int number, string end) =>
        number <= words.Length
            ? words[Math.Max(0, number - 1)]
            : string.Create(CultureInfo.InvariantCulture, $"{number}{end}");
}
