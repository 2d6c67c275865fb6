using Npgsql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;

/// <summary>What the poll would see of an attack's raider: his login, and a statement that he runs.</summary>
internal sealed class RaceLook : IAsyncDisposable
{
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlCommand _command;

    private RaceLook(NpgsqlConnection connection, string raider) =>
        (_connection, _command) = (
            connection,
            new NpgsqlCommand(
                """
                SELECT r.oid, coalesce(a.pid, 0), a.query_start
                  FROM pg_roles r LEFT JOIN pg_stat_activity a ON a.usesysid = r.oid AND a.state = 'active'
                 WHERE r.rolname = $1 LIMIT 1
                """,
                connection
            )
            {
                Parameters = { new NpgsqlParameter<string> { TypedValue = raider } },
            }
        );

    public static async Task<RaceLook> OpenAsync(RaceArena arena, RaceAttack attack)
    {
        var look = new RaceLook(await arena.DbaAsync(attack), RaceArena.Raider(attack));
        await look._command.PrepareAsync();
        return look;
    }

    public async Task<(uint Login, int ProcessId, DateTime Started)> AsItRunsAsync()
    {
        await using var reader = await _command.ExecuteReaderAsync();
        await reader.ReadAsync();
        return (
            reader.GetFieldValue<uint>(0),
            reader.GetInt32(1),
            reader.IsDBNull(2) ? default : reader.GetDateTime(2)
        );
    }

    public async ValueTask DisposeAsync()
    {
        await _command.DisposeAsync();
        await _connection.DisposeAsync();
    }
}
