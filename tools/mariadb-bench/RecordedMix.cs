using RgPolicy.Testing.Stack;

namespace RgPolicy.MariaDbBench;

/// <summary>Records short transactions, analysts and a load side by side, ungoverned; the sample recording is made by
/// this.</summary>
internal static class RecordedMix
{
    private const int ShortClients = 8;
    private const int AnalyticClients = 4;
    private const int Grace = 60;

    private static readonly string[] Analysts =
    [
        Scans.OfFacts,
        "SELECT customer, COUNT(*), MAX(note) FROM facts GROUP BY customer",
        "SELECT c.region, COUNT(*), MIN(f.note) FROM facts AS f JOIN customers AS c ON c.id = f.customer GROUP "
            + "BY c.region",
        "SELECT note, id FROM facts ORDER BY note DESC LIMIT 20",
        "SELECT f.customer, COUNT(*) FROM facts AS f JOIN facts AS g ON g.id = f.id WHERE g.note > f.note OR "
            + "f.id % 7 = 0 GROUP BY f.customer",
    ];

    private static readonly string[] Loads =
    [
        "REPLACE INTO copies SELECT id, customer, note FROM facts WHERE id % 3 = 0",
        "DELETE FROM copies WHERE customer < 500",
    ];

    /// <summary>Records for so many seconds.</summary>
    /// <exception cref="InvalidOperationException">The recording failed.</exception>
    public static async Task RunAsync(
        PairOptions options,
        string file,
        TextWriter output,
        CancellationToken cancellationToken
    )
    {
        await using var server = await BenchDatabase.StartAsync(
            options.Facts,
            BenchDatabase.Settings(hasPerformanceSchema: true)
        );
        await using var scans = await Scans.StartAsync(
            server,
            AnalyticClients,
            options.Seed,
            BenchDatabase.Analytics,
            Analysts
        );
        await using var loads = await Scans.StartAsync(server, 1, options.Seed, BenchDatabase.Loader, Loads);
        await using var transactions = ShortTransactions.Start(server, ShortClients, options.Rate, options.Seed);
        await using var recorder = ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "record",
                "--server",
                server.Url(BenchDatabase.Observer),
                "--out",
                file,
                "--force",
                "--for",
                Seconds(options.Length),
            ]
        );
        if (!await recorder.WaitAsync(options.Length + TimeSpan.FromSeconds(Grace)) || recorder.ExitCode != 0)
            throw new InvalidOperationException("rgp record failed: " + recorder.Errors);
        cancellationToken.ThrowIfCancellationRequested();
        await transactions.StopAsync(TimeSpan.Zero);
        await output.WriteLineAsync(recorder.Output.TrimEnd());
    }

    private static string Seconds(TimeSpan length) =>
        string.Create(CultureInfo.InvariantCulture, $"{length.TotalSeconds}s");
}
