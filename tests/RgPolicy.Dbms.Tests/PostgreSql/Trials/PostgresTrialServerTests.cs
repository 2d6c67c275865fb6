using RgPolicy.Dbms.PostgreSql.Trials;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.Tests.PostgreSql.Trials;

/// <summary>Statements that are tried on a real PostgreSQL.</summary>
[Collection(PostgresServer.Collection)]
public sealed class PostgresTrialServerTests(PostgresServer server)
{
    // What cannot be explained must not end the transaction.
    [Fact]
    public async Task Run_TransactionWithWhatHasNoPlan_GoesOn()
    {
        await using var trial = await PostgresTrialServer.ConnectAsync(
            server.Connection(PostgresServer.Shop),
            1,
            TimeSpan.FromMinutes(1),
            CancellationToken.None
        );
        string[] texts =
        [
            "begin",
            "set local enable_seqscan = off",
            "declare c cursor for select 1",
            "fetch c",
            "show work_mem",
            "select count(*) from pg_class",
            "end",
        ];
        var plans = new List<string>();
        foreach (var text in texts)
        {
            var execution = await trial.Sessions[0].RunAsync(new TrialStatement("s", 1, text), CancellationToken.None);
            plans.Add(execution.Plan);
        }

        Assert.Equal(
            "none none + none none + none",
            string.Join(' ', plans.Select(plan => plan == "none" ? plan : "+"))
        );
    }
}
