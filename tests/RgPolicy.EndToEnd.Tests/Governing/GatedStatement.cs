using Npgsql;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A statement of a governed server that waits, without working, until its gate is opened.</summary>
internal sealed class GatedStatement : IAsyncDisposable
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(10);

    private readonly NpgsqlConnection _gate;

    private GatedStatement(GovernedServer governed, NpgsqlConnection gate, LiveQuery query, Governance origin)
    {
        (_gate, Query, Origin) = (gate, query, origin);
        Shown = new ShownQuery(governed, query.ProcessId);
    }

    public LiveQuery Query { get; }

    /// <summary>Where the server was started.</summary>
    public Governance Origin { get; }

    public ShownQuery Shown { get; }

    /// <summary>The processor time of its process so far.</summary>
    public TimeSpan Used =>
        TimeSpan.FromMicroseconds(
            long.Parse(
                File.ReadAllText($"/proc/{Query.ProcessId}/schedstat").Split(' ')[0],
                CultureInfo.InvariantCulture
            ) / 1_000.0
        );

    /// <summary>Shuts the gate and starts a statement that asks for it.</summary>
    public static async Task<GatedStatement> StartAsync(
        PostgresCluster cluster,
        GovernedServer governed,
        string? before,
        string text
    )
    {
        var gate = await cluster.OpenAsync();
        await using (var shut = new NpgsqlCommand($"SELECT pg_advisory_lock({WithoutPlanFixture.Gate})", gate))
            await shut.ExecuteNonQueryAsync();
        var query = await LiveQuery.OpenAsync(cluster, "postgres", "app", workers: 0);
        if (before is not null)
            await query.RunAsync(before);
        query.Start(text);
        return new GatedStatement(governed, gate, query, Governance.Of(cluster.PostmasterProcessId));
    }

    /// <summary>Lets it work.</summary>
    public Task OpenAsync() => _gate.CloseAsync();

    /// <summary>Cancels it; it is back soon where the server was started.</summary>
    public async Task EndAsync()
    {
        ProcessControl.Signal(Query.ProcessId, ProcessControl.Interrupt);
        await Task.WhenAny(Query.Running);
        Assert.True(
            await Query.BecomesAsync(g => g == Origin, Soon),
            "the backend did not return: " + Query.Governance
        );
    }

    public async ValueTask DisposeAsync()
    {
        await Query.DisposeAsync();
        await _gate.DisposeAsync();
    }
}
