using MySqlConnector;

namespace RgPolicy.Dbms.MySql.Poll;

internal static class SessionColumns
{
    private const int State = 5;
    private const int User = 6;
    private const int Memory = 11;
    private const int Digest = 13;

    /// <summary>The session; null where it runs no client's statement: replication, events and the server's own
    /// threads.</summary>
    public static SessionRow? Read(MySqlDataReader row, TimeSpan ageUnit)
    {
        var command = row.Text(4);
        if (row.IsDBNull(0) || command is not ("Query" or "Execute" or "Fetch" or "Killed"))
            return null;
        return new SessionRow(
            unchecked((int)row.GetInt64(0)),
            row.GetInt64(1),
            row.IsDBNull(2) ? 0 : unchecked((int)row.GetInt64(2)),
            AgeOf(row, 3, ageUnit),
            HasTexts(row) && !row.IsDBNull(Memory) ? row.GetInt64(Memory) : 0,
            FlagsOf(command, row.Text(State))
        );
    }

    public static bool HasTexts(MySqlDataReader row) => row.FieldCount > User;

    public static bool IsClients(MySqlDataReader row) => row.GetInt32(12) == 1;

    public static MySqlTexts TextsOf(MySqlDataReader row) =>
        new(
            row.Text(User),
            WithoutPort(row.Text(7)),
            row.Text(8),
            row.Text(9),
            !row.IsDBNull(10) && row.GetInt32(10) == 1
        )
        {
            Digest = row.TextOrNull(Digest),
        };

    /// <summary>How old a statement is; zero where the server does not tell.</summary>
    public static TimeSpan AgeOf(MySqlDataReader row, int column, TimeSpan unit) =>
        row.IsDBNull(column) ? TimeSpan.Zero : unit * Math.Max(0, row.GetInt64(column));

    private static SessionFlags FlagsOf(string command, string state) =>
        (command is "Killed" ? SessionFlags.Killed : SessionFlags.None)
        | (state.Contains("commit", StringComparison.OrdinalIgnoreCase) ? SessionFlags.Commits : SessionFlags.None)
        | (
            state.StartsWith("Waiting for ", StringComparison.OrdinalIgnoreCase)
            && state.EndsWith(" lock", StringComparison.OrdinalIgnoreCase)
                ? SessionFlags.WaitsForMetadata
                : SessionFlags.None
        )
        | (
            state.Equals("User lock", StringComparison.OrdinalIgnoreCase)
                ? SessionFlags.WaitsForUserLock
                : SessionFlags.None
        );

    // MariaDB's list has the client's port behind its host.
    private static string WithoutPort(string host)
    {
        var colon = host.LastIndexOf(':');
        return colon > 0 && host.AsSpan(colon + 1) is { Length: > 0 } port && !port.ContainsAnyExceptInRange('0', '9')
            ? host[..colon]
            : host;
    }
}
