namespace RgPolicy.Dbms;

/// <summary>The DBMS could not be observed; the message is for people and says what to do.</summary>
public sealed class ObserveException : Exception
{
    /// <summary>What went wrong.</summary>
    public ObserveException(string message)
        : base(message) { }

    /// <summary>What went wrong, and its cause.</summary>
    public ObserveException(string message, Exception innerException)
        : base(message, innerException) { }

    /// <summary>Whether waiting may help.</summary>
    public ServerLack Lack { get; init; }
}
