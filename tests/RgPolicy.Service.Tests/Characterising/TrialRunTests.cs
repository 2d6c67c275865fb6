using System.Collections.Immutable;
using RgPolicy.Dbms.PostgreSql.Trials;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Service.Tests.Characterising;

/// <summary>One run of a workload, on a session that keeps the texts it is given.</summary>
public sealed class TrialRunTests
{
    // The order of the scripts is another in each run.
    [Fact]
    public async Task RunAsync_TwoScriptsThatDraw_RunTheSameTextsEachTime()
    {
        var runs = new List<string>();
        for (var number = 0; number < 8; number++)
        {
            await using var server = new KeepingServer();
            var request = new SweepRequest(Scripts(), [], 1, 1, 3, null);

            await new TrialRun(server, null, TimeProvider.System).RunAsync(
                new PlannedRun(number, null, null, 0),
                request,
                CancellationToken.None
            );

            runs.Add(string.Join("; ", server.Texts.Order(StringComparer.Ordinal)));
            Assert.Equal(6, server.Texts.Distinct(StringComparer.Ordinal).Count());
        }

        Assert.Single(runs.Distinct(StringComparer.Ordinal));
    }

    private static TrialWorkload Scripts()
    {
        const string Text = "\\set x random(1, 1000000000)\n";
        var (workload, problem) = PostgresScripts.Read(
            [("a", Text + "select :x;", 3), ("b", Text + "select 'b', :x;", 3)],
            ImmutableDictionary<string, string>.Empty
        );
        Assert.Null(problem);
        return Assert.IsType<TrialWorkload>(workload);
    }

    private sealed class KeepingServer : ITrialServer, ITrialSession
    {
        public List<string> Texts { get; } = [];

        public TrialFacts Facts { get; } =
            new("postgres://kept/texts", "PostgreSQL 0", 0, 1, true) { Kind = "postgresql", VersionParts = [15] };

        public IReadOnlyList<ITrialSession> Sessions => [this];

        public int ProcessId => 1;

        public Task SetAsync(TrialSettings settings, CancellationToken cancellationToken) => Task.CompletedTask;

        public Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken)
        {
            Texts.Add(statement.Text);
            return Task.FromResult(new TrialExecution(TimeSpan.FromSeconds(1), "p"));
        }

        public Task<ImmutableArray<string>> FingerprintsAsync(
            TrialStatement statement,
            CancellationToken cancellationToken
        ) => Task.FromResult(ImmutableArray<string>.Empty);

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
