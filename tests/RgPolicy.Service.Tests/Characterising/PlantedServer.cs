using RgPolicy.Dbms.Trials;

namespace RgPolicy.Service.Tests.Characterising;

/// <summary>
/// A server that is made up: <c>parallel</c> takes 8 s by the processes it has, up to four; <c>hashed</c> is four times
/// as fast from 16 MiB on; all with noise. What it does instead can be told.
/// </summary>
internal sealed class PlantedServer(int seed, double noise) : ITrialServer, ITrialSession
{
    private const long Mebi = 1024 * 1024;
    private const int Enough = 4;

    private readonly Random _random = new(seed);
    private TrialSettings _settings = TrialSettings.None;

    /// <summary>The workload that it knows.</summary>
    public static TrialWorkload Workload { get; } =
        new(
            ImmutableArray.Create(
                new TrialStatement("parallel", 1, "select 1"),
                new TrialStatement("hashed", 2, "select 2")
            ),
            "0011"
        );

    public TrialFacts Facts { get; } =
        new("postgres://made/up", "PostgreSQL 0", 0, 8, true) { Kind = "postgresql", VersionParts = [15, 4] };

    public IReadOnlyList<ITrialSession> Sessions => [this];

    public int ProcessId => 4711;

    /// <summary>Executions so far.</summary>
    public int Executions { get; private set; }

    /// <summary>What happens before an execution, by its number from 1.</summary>
    public Action<int, TrialSettings> Before { get; set; } = static (_, _) => { };

    public Task SetAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        _settings = settings;
        return Task.CompletedTask;
    }

    public Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Before(++Executions, _settings);
        cancellationToken.ThrowIfCancellationRequested();
        var seconds = statement.Name == "parallel" ? Parallel() : Hashed();
        var plan = _settings.MaxDop == 1 ? "serial" : "gathered";
        return Task.FromResult(
            new TrialExecution(TimeSpan.FromSeconds(seconds * (1 + (noise * (_random.NextDouble() - 0.5)))), plan)
        );
    }

    public Task<ImmutableArray<string>> FingerprintsAsync(
        TrialStatement statement,
        CancellationToken cancellationToken
    ) => Task.FromResult(ImmutableArray.Create("t" + statement.Name));

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private double Parallel() => 8.0 / Math.Min(_settings.MaxDop ?? Enough, Enough);

    private double Hashed() => _settings.GrantBytes is < 16 * Mebi ? 1 : 0.25;
}
