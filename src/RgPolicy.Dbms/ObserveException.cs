namespace RgPolicy.Dbms;

/// <summary>The DBMS could not be observed; the message is for people and says what to do.</summary>
internal sealed class ObserveException : Exception
{
    public ObserveException(string message)
        : base(message) { }

    public ObserveException(string message, Exception innerException)
        : base(message, innerException) { }

    public ServerLack Lack { get; init; }
}

/// <summary>Why a server could not be observed, as far as waiting is concerned.</summary>
internal enum ServerLack
{
    /// <summary>Something that waiting does not change, such as a missing right.</summary>
    Lasting,

    /// <summary>The server refuses the login; it logs each try.</summary>
    Refused,

    /// <summary>Nothing answers there; the server may not have been started yet.</summary>
    Unreachable,

    /// <summary>The server says that it starts, recovers or shuts down.</summary>
    NotReady,
}
