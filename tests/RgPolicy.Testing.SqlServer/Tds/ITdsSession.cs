namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>What runs a client's batches.</summary>
internal interface ITdsSession : IDisposable
{
    /// <summary>Runs one, and writes its rows.</summary>
    /// <exception cref="SqlFailure">It failed.</exception>
    /// <exception cref="IOException">The connection is to be cut.</exception>
    Task RunAsync(ClientBatch batch, AnswerWriter answer, CancellationToken cancellationToken);
}
