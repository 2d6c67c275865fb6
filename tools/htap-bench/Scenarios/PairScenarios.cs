using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>The scenarios that compare runs in pairs, and what each has to reach.</summary>
internal static class PairScenarios
{
    /// <summary>A rate that the machine carries easily.</summary>
    public const int ModerateRate = 400;

    /// <summary>A rate at which two cores are full beside the analytic clients.</summary>
    public const int TailRate = 1500;

    /// <summary>Transactions a second that write.</summary>
    public const int WritingRate = 300;

    public const int AnalyticClients = 4;

    public static PairScenario OffOff(int rate) =>
        new(
            ScenarioNames.OffOff,
            "ungoverned against ungoverned: the spread of this machine",
            Beside(rate),
            [],
            SecondIsGoverned: false,
            Metric.OltpP99
        );

    public static PairScenario Moderate(int rate) =>
        new(
            ScenarioNames.Moderate,
            $"OLTP at {rate}/s beside {AnalyticClients} analytic clients",
            Beside(rate),
            [Target.Below(Metric.OltpP99, 0.4), Target.Above(Metric.AnalyticRate, 0.85)],
            SecondIsGoverned: true,
            Metric.OltpP99
        );

    public static PairScenario Saturated(int rate) =>
        new(
            ScenarioNames.Saturated,
            $"OLTP at {rate}/s, near saturation, beside {AnalyticClients} analytic clients",
            Beside(rate),
            [Target.Below(Metric.OltpP99, 0.2), Target.Above(Metric.AnalyticRate, 0.6)],
            SecondIsGoverned: true,
            Metric.OltpP99
        );

    public static PairScenario TpcB(int rate, int clients) =>
        new(
            ScenarioNames.TpcB,
            $"TPC-B with fsync at {rate}/s by {clients} clients beside {AnalyticClients} analytic clients",
            Beside(rate) with
            {
                Writes = true,
            },
            [Target.Below(Metric.OltpP99, 0.6), Target.Above(Metric.AnalyticRate, 0.8)],
            SecondIsGoverned: true,
            Metric.OltpP99
        );

    public static PairScenario Tail(int rate) =>
        new(
            ScenarioNames.Tail,
            $"OLTP at {rate}/s beside {AnalyticClients} analytic clients",
            Beside(rate),
            [Target.Below(Metric.OltpP99, 0.2), Target.Above(Metric.AnalyticRate, 0.6)],
            SecondIsGoverned: true,
            Metric.OltpP99
        );

    public static PairScenario Copy(int rate, int clients) =>
        new(
            ScenarioNames.Copy,
            $"OLTP at {rate}/s beside a COPY FROM in {clients} streams",
            new Mix
            {
                Oltp = true,
                Rate = rate,
                CopyClients = clients,
            },
            [Target.Below(Metric.OltpP95, 0.7)],
            SecondIsGoverned: true,
            Metric.OltpP99
        );

    public static PairScenario BulkCopy(int rate, int clients, int loaders) =>
        Bulk(
            ScenarioNames.BulkCopy,
            $"TPC-B with fsync at {rate}/s by {clients} clients beside a COPY FROM in {loaders} streams",
            new Mix
            {
                Oltp = true,
                Writes = true,
                Rate = rate,
                CopyClients = loaders,
            },
            Metric.CopyRate
        );

    public static PairScenario BulkIndex(int rate, int clients, int builders) =>
        Bulk(
            ScenarioNames.BulkIndex,
            $"TPC-B with fsync at {rate}/s by {clients} clients beside {builders} clients that build indexes",
            new Mix
            {
                Oltp = true,
                Writes = true,
                Rate = rate,
                IndexClients = builders,
            },
            Metric.IndexRate
        );

    public static PairScenario BulkInsert(int rate, int clients, int writers) =>
        Bulk(
            ScenarioNames.BulkInsert,
            $"TPC-B with fsync at {rate}/s by {clients} clients beside {writers} clients that fill tables by INSERT ... SELECT",
            new Mix
            {
                Oltp = true,
                Writes = true,
                Rate = rate,
                InsertClients = writers,
            },
            Metric.InsertRate
        );

    private static PairScenario Bulk(string name, string title, Mix mix, Metric loaded) =>
        new(
            name,
            title,
            mix,
            [Target.Below(Metric.OltpP99, 0.6), Target.Above(loaded, 0.85)],
            SecondIsGoverned: true,
            Metric.OltpP99
        );

    public static PairScenario OltpAlone(int rate) =>
        new(
            ScenarioNames.OltpAlone,
            $"OLTP alone at {rate}/s: nothing to govern",
            new Mix { Oltp = true, Rate = rate },
            [
                Target.Within(Metric.OltpRate, 0.03),
                Target.Within(Metric.OltpP50, 0.03),
                Target.Within(Metric.OltpP99, 0.15),
            ],
            SecondIsGoverned: true,
            Metric.OltpP99
        );

    public static PairScenario AnalyticsAlone() =>
        new(
            ScenarioNames.AnalyticsAlone,
            $"{AnalyticClients} analytic clients alone: nobody to protect",
            new Mix { AnalyticClients = AnalyticClients },
            [
                Target.Within(Metric.AnalyticRate, 0.03),
                Target.Within(Metric.AnalyticP50, 0.03),
                Target.Within(Metric.AnalyticP99, 0.15),
            ],
            SecondIsGoverned: true,
            Metric.AnalyticP99
        );

    /// <summary>OLTP beside the analytic clients.</summary>
    public static Mix Beside(int? rate) =>
        new()
        {
            Oltp = true,
            Rate = rate,
            AnalyticClients = AnalyticClients,
        };
}
