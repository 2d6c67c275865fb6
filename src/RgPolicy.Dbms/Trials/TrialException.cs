namespace RgPolicy.Dbms.Trials;

/// <summary>A statement could not be run, or the server is gone.</summary>
public sealed class TrialException : Exception
{
    /// <summary>What went wrong, and its cause.</summary>
    /// <param name="message">Why, in a sentence for the user.</param>
    /// <param name="isOver">True when nothing more can be tried on this connection.</param>
    /// <param name="cause">What the driver said.</param>
    public TrialException(string message, bool isOver, Exception? cause)
        : base(message, cause) => IsOver = isOver;

    /// <summary>Nothing more can be tried on this connection.</summary>
    public bool IsOver { get; }
}
