using RgPolicy.Language.Signals;

namespace RgPolicy.Testing.Engine;

/// <summary>
/// Draws classes of 2 to 4 questions, all joined by <c>and</c>: of those with an equality 60 of 99 have
/// one on a login, an application, a database, a fingerprint or an enum, the others one on a client's
/// host or a count, or a list; the other questions are ranges; one class in ten has a <c>like</c>.
/// </summary>
/// <param name="random">What is drawn depends on it alone.</param>
/// <param name="classes">How many classes there will be: the more, the more names there are.</param>
/// <param name="withoutEquality">Share of the classes that have no equality at all; their ranges are narrow.</param>
internal sealed class ClassSource(Random random, int classes, double withoutEquality)
{
    private const double LikeShare = 0.10;
    private const double MainShare = 60.0 / 99;

    private static readonly ImmutableArray<(Signal Signal, double Most)> Ranges =
    [
        .. new[]
        {
            ("plan.working_set", 1e10),
            ("plan.streamed", 1e12),
            ("plan.grant", 1e9),
            ("plan.rows", 1e9),
            ("plan.cost", 1e6),
            ("request.elapsed", 1e5),
            ("request.reads", 1e12),
            ("history.mean_elapsed", 1e4),
        }.Select(pair => (SignalCatalog.Get(pair.Item1), pair.Item2)),
    ];

    private static readonly ImmutableArray<Signal> Texts =
    [
        .. new[] { "session.login", "session.app", "session.database", "statement.fingerprint" }.Select(
            SignalCatalog.Get
        ),
    ];

    private static readonly ImmutableArray<Signal> Enums =
    [
        .. new[] { "statement.kind", "plan.shape", "plan.cache_use", "plan.locality" }.Select(SignalCatalog.Get),
    ];

    private static readonly Signal Host = SignalCatalog.Get("session.host");
    private static readonly Signal Dop = SignalCatalog.Get("plan.dop");

    /// <summary>The signals that classes ask about.</summary>
    public static ImmutableArray<Signal> Signals { get; } =
    [.. Texts, Host, .. Enums, .. Ranges.Select(range => range.Signal), Dop];

    public DrawnClass Next()
    {
        var hasEquality = random.NextDouble() >= withoutEquality;
        var atoms = new List<DrawnAtom>();
        if (hasEquality)
            atoms.Add(random.NextDouble() < MainShare ? MainEquality() : OtherEquality());

        if (random.NextDouble() < LikeShare)
            Add(atoms, Like());

        for (var wanted = random.Next(2, 5); atoms.Count < wanted; )
            Add(atoms, Range(isNarrow: !hasEquality));

        return new DrawnClass([.. atoms.OrderBy(_ => random.Next())], hasEquality);
    }

    /// <summary>A value that some class may ask for, or, of a text, none.</summary>
    public object Anything(Signal signal) =>
        signal.Type switch
        {
            SignalType.Text => random.Next(3) == 0 ? Name(signal) : "other" + random.Next(100),
            SignalType.Enum => signal.Words[random.Next(signal.Words.Length)],
            _ when signal == Dop => (decimal)random.Next(1, 65),
            _ => Number(Ranges.Single(range => range.Signal == signal).Most),
        };

    private static void Add(List<DrawnAtom> atoms, DrawnAtom atom)
    {
        if (atoms.TrueForAll(other => other.Signal != atom.Signal))
            atoms.Add(atom);
    }

    private DrawnAtom MainEquality()
    {
        var signal = random.Next(5) is var pick and < 4 ? Texts[pick] : Enums[random.Next(Enums.Length)];
        var value = (string)(signal.Type == SignalType.Text ? Name(signal) : Anything(signal));
        return new DrawnAtom(signal, signal.Type == SignalType.Text ? $"= '{value}'" : $"= {value}", value);
    }

    private DrawnAtom OtherEquality()
    {
        if (random.Next(3) is var kind && kind == 0)
        {
            var dop = (decimal)random.Next(1, 65);
            return new DrawnAtom(Dop, FormattableString.Invariant($"= {dop}"), dop);
        }

        var signal = kind == 1 ? Host : Texts[random.Next(Texts.Length)];
        var (first, second) = (Name(signal), Name(signal));
        return kind == 1
            ? new DrawnAtom(signal, $"= '{first}'", first)
            : new DrawnAtom(signal, $"in ('{first}', '{second}x')", first);
    }

    private DrawnAtom Like()
    {
        var signal = random.Next(2) == 0 ? Host : Texts[random.Next(Texts.Length - 1)];
        var value = Name(signal);
        return new DrawnAtom(signal, random.Next(2) == 0 ? $"like '{value}%'" : $"like '%{value[1..]}'", value);
    }

    private DrawnAtom Range(bool isNarrow)
    {
        var (signal, most) = Ranges[random.Next(Ranges.Length)];
        var low = Number(most * 0.9);
        var width = Number(most * (isNarrow ? 0.02 : 0.3)) + 1;
        var hit = low + Math.Floor(width / 2);
        var unit =
            signal.Type == SignalType.Duration ? " s"
            : signal.Type == SignalType.Bytes ? " B"
            : "";
        return (isNarrow ? 0 : random.Next(3)) switch
        {
            0 => new DrawnAtom(
                signal,
                FormattableString.Invariant($"between {low}{unit} and {low + width}{unit}"),
                hit
            ),
            1 => new DrawnAtom(signal, FormattableString.Invariant($"> {low}{unit}"), low + 1),
            _ => new DrawnAtom(signal, FormattableString.Invariant($"< {low + 1}{unit}"), low),
        };
    }

    private string Name(Signal signal)
    {
        var names = signal.Name switch
        {
            "statement.fingerprint" => classes,
            "session.login" or "session.host" => classes / 2,
            _ => classes / 4,
        };
        return FormattableString.Invariant($"{signal.Name[8..11]}{random.Next(8 + names):x6}");
    }

    private decimal Number(double most) => Math.Floor((decimal)(random.NextDouble() * most));
}
