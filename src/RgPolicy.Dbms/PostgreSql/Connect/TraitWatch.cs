namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>Asks a server for its traits again from time to time.</summary>
internal sealed class TraitWatch(PostgresConnectionOptions options, TimeProvider time)
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    private long _readAt = time.GetTimestamp();

    /// <summary>The traits when it is time, else null.</summary>
    public async Task<ServerTraits?> ReadAsync(PostgresSession session, CancellationToken cancellationToken)
    {
        if (time.GetElapsedTime(_readAt) < Period)
            return null;
        _readAt = time.GetTimestamp();
        return await ServerTraitsReader.ReadAsync(session, options, cancellationToken);
    }
}
