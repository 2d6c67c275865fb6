namespace RgPolicy.Dbms.Configure;

/// <summary>A server's configuration could not be read or changed; the message is for people.</summary>
public sealed class ConfigureException : Exception
{
    /// <summary>What went wrong, and what to do next.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="next">What to do next, as a sentence.</param>
    /// <param name="innerException">Its cause.</param>
    public ConfigureException(string message, string next, Exception? innerException = null)
        : base(message, innerException) => Next = next;

    /// <summary>What to do next, as a sentence.</summary>
    public string Next { get; }

    /// <summary>True where the connection itself is gone, so that another may succeed.</summary>
    public bool IsLost { get; init; }

    /// <summary>True where a file of RgPolicy's own is damaged.</summary>
    internal bool IsDamage { get; init; }
}
