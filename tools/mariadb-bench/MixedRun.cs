using RgPolicy.HtapBench.Measure;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>One run of short transactions beside analytic clients or bulk writers.</summary>
/// <param name="Latency">Of the short transactions.</param>
/// <param name="OthersPerSecond">Scans or bulk writes.</param>
/// <param name="Used">Processors that were in use.</param>
internal sealed record MixedRun(Quantiles Latency, double OthersPerSecond, UsedProcessors Used)
{
    /// <summary>From the start of a scan or a write to its move; null where nothing governed.</summary>
    public Quantiles? Reactions { get; init; }

    private const int ShortClients = 8;
    private const int AnalyticClients = 4;
    private const int Writers = 3;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Latency.Count, 6} transactions, p50 {Latency.P50 * 1000, 6:F1} ms, p99 {Latency.P99 * 1000, 6:F1} ms, "
                + $"{OthersPerSecond, 5:F2} others/s, processors: {Used}"
        )
        + (
            Reactions is { Count: > 0 } reactions
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $", {reactions.Count} reactions, p50 {reactions.P50 * 1000:F0} ms, p99 {reactions.P99 * 1000:F0} ms"
                )
                : ""
        );

    /// <summary>Makes what the runs need.</summary>
    public static Task PrepareAsync(MariaDbServer server, PairOptions options) =>
        options.HasWriters ? WritersOf(options).PrepareAsync(server) : Task.CompletedTask;

    /// <summary>Measures one.</summary>
    public static async Task<MixedRun> MeasureAsync(
        MariaDbServer server,
        PairOptions options,
        Weights weights,
        int seed,
        CancellationToken cancellationToken
    )
    {
        var governed = weights == Weights.RgPolicy ? await BenchDatabase.GovernAsync(server, options.Weight) : null;
        try
        {
            using var apart = options.HasClientsApart ? ClientsApart.Begin(server, governed) : null;
            await using var others = options.HasWriters
                ? await WritersOf(options).StartAsync(server, seed)
                : await Scans.StartAsync(server, AnalyticClients, seed);
            using var byHand = weights == Weights.ByHand ? await ByHandAsync(server, options) : null;
            await using var transactions = ShortTransactions.Start(server, ShortClients, options.Rate, seed);
            using var first = options.HasClientsFirst ? ClientsFirst.Begin() : null;
            await Task.Delay(WarmUp, cancellationToken);
            var (done, used) = (others.Done, UsedProcessors.SoFar(server.ProcessId));
            await Task.Delay(options.Length, cancellationToken);
            var perSecond = (others.Done - done) / options.Length.TotalSeconds;
            used = UsedProcessors.SoFar(server.ProcessId).Since(used, options.Length);
            var latencies = await transactions.StopAsync(WarmUp);
            await others.StopAsync();
            return new MixedRun(Quantiles.Of(latencies), perSecond, used)
            {
                Reactions = governed is null
                    ? null
                    : Quantiles.Of(WrittenReactions.Read(governed).Select(each => each.Seconds)),
            };
        }
        finally
        {
            if (governed is not null)
            {
                await governed.StopAsync();
                await governed.DisposeAsync();
            }
        }
    }

    private static BulkWriters WritersOf(PairOptions options) => new(Writers, options.AreWritersInAccounts);

    private static Task<WeightByHand> ByHandAsync(MariaDbServer server, PairOptions options) =>
        WeightByHand.OfAsync(
            server,
            options.HasWriters ? BenchDatabase.Loader : BenchDatabase.Analytics,
            options.Weight
        );
}
