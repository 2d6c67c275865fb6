using NodaTime;
using RgPolicy.Engine.Comparing;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Testing.Engine.Differences;

/// <summary>A query at a moment, with everything that is known of it and of its host.</summary>
internal sealed record DrawnPoint(SignalValues Values, Instant At, string Login)
{
    // Around both changes of clocks in Berlin and New York, and over an ordinary week.
    private static readonly Instant[] Nights =
    [
        Instant.FromUtc(2026, 3, 29, 0, 0),
        Instant.FromUtc(2026, 10, 24, 22, 0),
        Instant.FromUtc(2026, 3, 8, 5, 0),
        Instant.FromUtc(2026, 11, 1, 4, 0),
    ];

    private static readonly string[] Texts = ["a", "A", "b", "B", "ab", "AB", "", "x", "zb"];

    /// <summary>Draws one.</summary>
    public static DrawnPoint Of(WordSource words)
    {
        var values = new SignalValues();
        var login = words.Of(Texts);
        values[SignalCatalog.Get("session.login")] = SignalValue.Of(login);
        values[SignalCatalog.Get("session.app")] = SignalValue.Of(words.Of(Texts));
        values[SignalCatalog.Get("dbms.active")] = SignalValue.Of(words.Below(8));
        Put(values, words, "plan.shape", () => SignalValue.Of(words.Of(new[] { 0, 1, 3, 4, 5 })));
        Put(values, words, "plan.rows", () => SignalValue.Of(words.Below(9)));
        Put(values, words, "plan.dop", () => SignalValue.Of(words.Below(5)));
        Put(
            values,
            words,
            "plan.cost",
            () => SignalValue.Of(words.Of(new[] { 0m, 0.3m, 0.4m, 0.5m, 1m, 1.2m, 1.5m, 2m, 3m }))
        );
        Put(values, words, "plan.writes", () => SignalValue.Of(words.OneIn(2)));
        Put(values, words, "statement.tables", () => SignalValue.Of([.. Texts.Where(_ => words.OneIn(4))]));
        Put(values, words, "session.group", () => SignalValue.Of([.. Texts.Where(_ => words.OneIn(4))]));
        Put(values, words, "request.elapsed", () => SignalValue.Of(Age(words)));
        Put(values, words, "request.blocking", () => SignalValue.Of(words.Below(4)));
        Put(values, words, "request.workers", () => SignalValue.Of(words.Below(9)));
        Put(values, words, "host.cpu.pressure", () => SignalValue.Of(Percent(words)));
        Put(values, words, "host.io.pressure", () => SignalValue.Of(Percent(words)));
        return new DrawnPoint(values, Moment(words), login);
    }

    /// <summary>The query of a sample, at its moment.</summary>
    public static DrawnPoint Of(Sample sample)
    {
        ArgumentNullException.ThrowIfNull(sample);
        return new DrawnPoint(
            SampleValues.Of(sample, TargetProfile.Generic),
            sample.At ?? Instant.FromUtc(2026, 1, 1, 0, 0),
            sample.Values.GetValueOrDefault("session.login", "")
        );
    }

    private static decimal Percent(WordSource words) =>
        words.Of(new[] { 0m, 5m, 10m, 15m, 20m, 35m, 50m, 55m, 60m, 61m, 75m, 90m });

    private static decimal Age(WordSource words) =>
        words.Of(
            new[]
            {
                0m,
                0.4m,
                0.5m,
                1m,
                2m,
                5m,
                8m,
                29m,
                30m,
                45m,
                60m,
                61m,
                300m,
                600m,
                601m,
                1200m,
                3600m,
                4000m,
                7200m,
                9999m,
                30000m,
            }
        );

    private static Instant Moment(WordSource words) =>
        words.OneIn(2)
            ? words.Of(Nights) + Duration.FromMinutes(15 * words.Below(24))
            : Instant.FromUtc(2026, 6, 1, 0, 0) + Duration.FromMinutes(30 * words.Below(7 * 48));

    private static void Put(SignalValues values, WordSource words, string name, Func<SignalValue> draw) =>
        values[SignalCatalog.Get(name)] = words.Below(8) switch
        {
            0 => default,
            1 => SignalValue.Absent,
            _ => draw(),
        };
}
