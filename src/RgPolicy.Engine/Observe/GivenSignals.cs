using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Observe;

/// <summary>Signals as a policy test gives them, in place of what is measured. What is not given stays
/// pending.</summary>
/// <param name="Values">By ordinal.</param>
/// <param name="Late">By class, the part of its calls that is late: 0 to 1.</param>
internal sealed record GivenSignals(
    ImmutableDictionary<int, SignalValue> Values,
    ImmutableDictionary<string, double> Late
)
{
    // Beyond that a query's age cannot grow any more.
    private const decimal OldestSeconds = 1e15m;

    private static readonly int Elapsed = SignalCatalog.Get("request.elapsed").Ordinal;

    /// <summary>Nothing.</summary>
    public static GivenSignals None { get; } =
        new(
            ImmutableDictionary<int, SignalValue>.Empty,
            ImmutableDictionary<string, double>.Empty.WithComparers(StringComparer.Ordinal)
        );

    /// <summary>The query's age grows from this moment on, on the observation's clock; null where its
    /// age is not known.</summary>
    public DateTimeOffset? AgesSince { get; init; }

    /// <summary>The age at that moment, in seconds.</summary>
    public decimal Age => Values.TryGetValue(Elapsed, out var value) ? value.Number : 0;

    /// <summary>The same with one more value.</summary>
    public GivenSignals With(Signal signal, SignalValue value) =>
        this with
        {
            Values = Values.SetItem(signal.Ordinal, value),
        };

    /// <summary>Fills what is given.</summary>
    public void Fill(SignalValues values, DateTimeOffset now)
    {
        foreach (var (ordinal, value) in Values)
            values[ordinal] = value;

        if (AgesSince is { } since)
        {
            var passed = (now - since).Ticks / (decimal)TimeSpan.TicksPerSecond;
            values[Elapsed] = SignalValue.Of(Age < OldestSeconds ? Age + passed : Age);
        }
    }
}
