namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>What a client wants run: a batch, or a statement with arguments.</summary>
/// <param name="Text">The T-SQL.</param>
/// <param name="Arguments">By name with its at sign; empty for a batch.</param>
/// <param name="IsCall">It came as a call of a procedure, and is answered as one.</param>
internal sealed record ClientBatch(string Text, IReadOnlyDictionary<string, object?> Arguments, bool IsCall)
{
    private static readonly Dictionary<string, object?> NoArguments = [];

    /// <summary>Reads a message.</summary>
    /// <exception cref="ProtocolException">It is neither a batch nor a call that is known.</exception>
    public static ClientBatch Read(Message message)
    {
        var reader = new MessageReader(message.Body);
        reader.Seek(reader.Int32()); // headers, their length included
        return message.Kind switch
        {
            MessageKind.Rpc => CallReader.Read(ref reader),
            MessageKind.Batch => new ClientBatch(reader.Rest(), NoArguments, false),
            _ => throw new ProtocolException($"a message of kind {message.Kind} is not expected"),
        };
    }
}
