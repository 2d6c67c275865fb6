namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>An error that the server reports.</summary>
internal sealed class SqlFailure : Exception
{
    public SqlFailure() { }

    public SqlFailure(string message)
        : base(message) { }

    public SqlFailure(string message, Exception inner)
        : base(message, inner) { }

    /// <summary>An error with its number.</summary>
    /// <param name="number">As in sys.messages.</param>
    /// <param name="message">Its text.</param>
    /// <param name="severity">Its class; from 20 on the session ends.</param>
    public SqlFailure(int number, string message, byte severity = 16)
        : base(message) => (Number, Severity) = (number, severity);

    public int Number { get; }

    public byte Severity { get; } = 16;
}
