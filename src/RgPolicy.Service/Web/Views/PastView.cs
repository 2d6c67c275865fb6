using RgPolicy.Service.Minutes;
using RgPolicy.Service.Web.Html;

namespace RgPolicy.Service.Web.Views;

/// <summary>The host and its pools over time.</summary>
internal static class PastView
{
    private const int MostPools = 12;

    public static void Write(
        IBufferWriter<byte> output,
        PagePlace place,
        ViewRange range,
        IReadOnlyList<MinuteSpan> spans,
        string? problem
    )
    {
        var page = PageFrame.Begin(output, place, PageView.Past);
        ViewRange.Write(page, place, PageView.Past, range);
        page.Section("alarms", part => EffectView.WriteProblem(part, problem))
            .Section("charts", part => WriteCharts(part, spans))
            .End();
    }

    private static void WriteCharts(HtmlText page, IReadOnlyList<MinuteSpan> spans)
    {
        TimeChart.Write(
            page,
            "running",
            "Queries that run, and that are throttled",
            spans,
            [("run", span => span.Host.Running), ("throttled", span => span.Host.Throttled)],
            Figure
        );
        TimeChart.Write(
            page,
            "pressure",
            "Pressure on CPUs, I/O and memory",
            spans,
            [
                ("CPU", span => span.Host.CpuPressure),
                ("I/O", span => span.Host.IoPressure),
                ("memory", span => span.Host.MemoryPressure),
            ],
            Percent
        );
        var pools = spans
            .SelectMany(span => span.Pools.Select(pool => pool.Pool))
            .Distinct(StringComparer.Ordinal)
            .Take(MostPools)
            .ToList();
        TimeChart.Write(
            page,
            "weights",
            "CPU weight of each pool",
            spans,
            Of(pools, pool => pool.Share * 100),
            Percent
        );
        TimeChart.Write(
            page,
            "ways-past",
            "Ways of the cache of each pool",
            spans,
            Of(pools, pool => pool.Ways),
            Figure
        );
        TimeChart.Write(page, "cpus-past", "CPUs of each pool", spans, Of(pools, pool => pool.Cpus), Figure);
        TimeChart.Write(
            page,
            "bandwidth-past",
            "Memory bandwidth of each pool",
            spans,
            Of(pools, pool => pool.Bandwidth),
            Percent
        );
    }

    private static (string Name, Func<MinuteSpan, double?> Value)[] Of(
        List<string> pools,
        Func<PoolSpan, double?> figure
    ) =>
        [
            .. pools.Select(name =>
                (
                    name,
                    (Func<MinuteSpan, double?>)(
                        span => span.Pools.FirstOrDefault(pool => pool.Pool == name) is { } pool ? figure(pool) : null
                    )
                )
            ),
        ];

    private static string Figure(double? value) => value?.ToString("0.#", CultureInfo.InvariantCulture) ?? "-";

    private static string Percent(double? value) => value is { } known ? Invariant($"{known:0.#} %") : "-";
}
