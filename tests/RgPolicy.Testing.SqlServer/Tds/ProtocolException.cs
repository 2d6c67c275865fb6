namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>A client sent bytes that the protocol does not know.</summary>
internal sealed class ProtocolException : Exception
{
    public ProtocolException() { }

    public ProtocolException(string message)
        : base(message) { }

    public ProtocolException(string message, Exception inner)
        : base(message, inner) { }
}
