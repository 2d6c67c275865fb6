using RgPolicy.Service.Minutes;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>Minutes that a test makes.</summary>
internal static class MinuteScene
{
    public static readonly DateTimeOffset Begin = new(2026, 11, 24, 12, 0, 0, TimeSpan.Zero);

    /// <summary>A minute in which some queries of one class ended.</summary>
    public static MinuteSpan Minute(
        DateTimeOffset began,
        string name = "scan",
        int queries = 1,
        double seconds = 1,
        bool isGoverned = true
    )
    {
        var span = new ClassSpan(name, isGoverned) { CpuSeconds = 2.5, ThrottledSeconds = isGoverned ? 3.5 : 0 };
        for (var query = 0; query < queries; query++)
            span.Durations.Add(TimeSpan.FromSeconds(seconds));

        return new MinuteSpan(
            began,
            new HostSpan(12.5, 1, null, 4, isGoverned ? 2 : 0, isGoverned ? 60 : 0, 60),
            [span],
            [new PoolSpan("critical", null, 1, null), new PoolSpan("polluters", 2, 0.1, 4)]
        );
    }
}
