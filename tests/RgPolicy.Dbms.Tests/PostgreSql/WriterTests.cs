namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>Whether a transaction has written: that it has an id is what any session can have.</summary>
[Collection(PostgresServer.Collection)]
public sealed class WriterTests(PostgresServer server)
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(2.5);

    [Theory]
    [InlineData("BEGIN; SELECT pg_current_xact_id()")]
    [InlineData("BEGIN; CREATE TEMP TABLE own (id int); INSERT INTO own VALUES (1)")]
    [InlineData("BEGIN; SAVEPOINT a; SELECT pg_current_xact_id(); RELEASE a")]
    public async Task PollAsync_TransactionHasAnIdAndHoldsNothingOfOthers_HasNotWritten(string before)
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync("SELECT pg_sleep(60)", "postgres", before: before);

        await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => !q.HasWritten && observer.Refresh().Time - q.Started > Long
        );
    }

    [Theory]
    [InlineData("BEGIN; INSERT INTO waited_for VALUES (1)")]
    [InlineData("BEGIN; SELECT pg_current_xact_id(); LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE")]
    [InlineData("BEGIN; DELETE FROM orders WHERE id = -1; DELETE FROM orders WHERE id = 7")]
    public async Task PollAsync_TransactionHasLockedATableForWriting_HasWritten(string before)
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync("SELECT pg_sleep(60)", before: before);
        var told = new List<bool>();

        await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q =>
            {
                told.Add(q.HasWritten);
                return observer.Refresh().Time - q.Started > Long;
            }
        );

        Assert.DoesNotContain(false, told);
    }
}
