using RgPolicy.Dbms;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Bench.Service;

/// <summary>A server with so many running queries, one in fifty of which is another one at each poll; a
/// poll takes its time.</summary>
internal sealed class ManySessions(int sessions, TimeSpan pollTakes) : IObserver
{
    private readonly ObservedQuery[] _queries = [.. Enumerable.Range(0, sessions).Select(index => Query(index, 0))];
    private int _turn;

    public ServerFacts Server { get; } =
        new("postgresql", "15.0", [15, 0], "postgres://bench@localhost/bench", null, true);

    public TimeSpan PollInterval => TimeSpan.FromMilliseconds(100);

    public IReadOnlyList<string> Notes => [];

    public bool IsAtEnd => false;

    /// <summary>When the last poll began.</summary>
    public long Began { get; private set; }

    public async Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        Began = TimeProvider.System.GetTimestamp();
        await Task.Delay(pollTakes, cancellationToken);
        _turn++;
        for (var index = _turn % 50; index < _queries.Length; index += 50)
            _queries[index] = Query(index, _turn);

        return Refresh();
    }

    public Observation Refresh() => new(TimeProvider.System.GetUtcNow(), [.. _queries]);

    public Task WaitForPlanAsync(CancellationToken cancellationToken) =>
        Task.Delay(Timeout.Infinite, cancellationToken);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static ObservedQuery Query(int index, int turn) =>
        new()
        {
            ProcessId = 1000 + index,
            Started = TimeProvider.System.GetUtcNow() - TimeSpan.FromSeconds(turn == 0 ? index % 60 : 0.1),
            Session = new SessionFacts($"app{index % 40}", $"login{index % 20}", "10.0.0.7", $"db{index % 5}", false),
            Statement = new StatementFacts(StatementKind.Select, $"f{index % 300}", $"select {index}", false),
            Plan = PlanFacts.Known(
                new PlanProfile
                {
                    Shape = index % 4 == 0 ? PlanShape.Scan : PlanShape.Oltp,
                    WorkingSetBytes = new Figure((index % 7 + 1) * 100_000_000m, Provenance.Estimate),
                },
                "bench"
            ),
        };
}
