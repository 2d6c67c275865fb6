using Npgsql;
using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

/// <summary>What a backend waits for, as a poll's own text judges it.</summary>
[Collection(PostgresServer.Collection)]
public sealed class CriticalWaitTests(PostgresServer server)
{
    [Theory]
    [InlineData("LWLock", "WALWrite", true)]
    [InlineData("LWLock", "WALInsert", true)]
    [InlineData("LWLock", "ProcArray", true)]
    [InlineData("LWLock", "LockManager", true)]
    [InlineData("LWLock", "pg_stat_statements", true)]
    [InlineData("IO", "WALSync", true)]
    [InlineData("IO", "WalSync", true)]
    [InlineData("IPC", "SyncRep", true)]
    [InlineData("LWLock", "BufferMapping", false)]
    [InlineData("LWLock", "BufferContent", false)]
    [InlineData("LWLock", "ParallelHashJoin", false)]
    [InlineData("IO", "DataFileRead", false)]
    [InlineData("Client", "ClientRead", false)]
    [InlineData(null, null, false)]
    public Task IsCritical_OfAWait_IsWhetherAllNeedWhatItIsFor(string? type, string? wait, bool expected) =>
        AnswerAsync(ActivityPoll.IsCritical, type, wait, expected);

    /// <summary>A load is released for all of these but the log.</summary>
    [Theory]
    [InlineData("LWLock", "WALWrite", true)]
    [InlineData("LWLock", "WALInsert", true)]
    [InlineData("LWLock", "WALBufMapping", true)]
    [InlineData("IO", "WALSync", true)]
    [InlineData("IO", "WalWrite", true)]
    [InlineData("IO", "DataFileExtend", false)]
    [InlineData("LWLock", "ProcArray", false)]
    [InlineData("LWLock", "LockManager", false)]
    [InlineData("IPC", "SyncRep", false)]
    [InlineData("IPC", "ProcArrayGroupUpdate", false)]
    [InlineData("Activity", "WalWriterMain", false)]
    [InlineData(null, null, false)]
    public Task IsLog_OfAWait_IsWhetherItIsForTheLog(string? type, string? wait, bool expected) =>
        AnswerAsync(ActivityPoll.IsLog, type, wait, expected);

    private async Task AnswerAsync(string question, string? type, string? wait, bool expected)
    {
        await using var connection = await server.Cluster.OpenAsync();
        await using var command = new NpgsqlCommand(
            $"select {question} from (values ($1, $2)) s(wait_event_type, wait_event)",
            connection
        )
        {
            Parameters = { Text(type), Text(wait) },
        };

        Assert.Equal(expected, await command.ExecuteScalarAsync());
    }

    private static NpgsqlParameter Text(string? value) =>
        new() { Value = (object?)value ?? DBNull.Value, NpgsqlDbType = NpgsqlTypes.NpgsqlDbType.Text };
}
