namespace RgPolicy.Engine.Signals;

/// <summary>Whether a signal is known.</summary>
public enum SignalState : byte
{
    /// <summary>Unknown now, but it will come.</summary>
    Pending,

    /// <summary>Unknown, and it cannot come any more.</summary>
    Absent,

    /// <summary>Known.</summary>
    Known,
}
